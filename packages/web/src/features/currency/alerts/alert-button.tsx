import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { Bell, BellRing } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePriceAlerts } from '../../../shared/trading/market/price-alerts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { ErrorBoundary } from '../../../ui/error-boundary.tsx';
import { lazyPage } from '../../../ui/lazy-page.ts';

const AlertDialog = lazyPage(() => import('./alert-dialog.tsx').then((module) => module.AlertDialog));

/** Opens the price alerts of an instrument; rings while one waits. */
export function AlertButton({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('notifications');
  const [open, setOpen] = useState(false);
  const waiting = (usePriceAlerts(info.code).data?.length ?? 0) > 0;
  const Icon = waiting ? BellRing : Bell;
  return (
    <>
      <IconButton
        label={t('alert.open', { name: info.appName })}
        onClick={() => setOpen(true)}
        className={cx('size-control-small', waiting && 'text-accent')}
      >
        <Icon aria-hidden />
      </IconButton>
      {open ? (
        <ErrorBoundary what="nothing">
          <Suspense fallback={null}>
            <AlertDialog info={info} onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  );
}
