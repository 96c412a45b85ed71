import type { PriceAlert } from '@assay/contract/endpoints/notification.ts';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuote } from '../../shared/feed/feed.ts';
import { useDeleteAlert, usePriceAlerts } from '../../shared/trading/market/price-alerts.ts';
import { Price } from '../../shared/trading/market/price.tsx';
import { decimalsOf, useFormat } from '../../shared/words/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { placeOf } from './kinds.ts';

/** Price alerts that wait, each beside the price of the moment. */
export function AlertList() {
  const { t } = useTranslation('notifications');
  const alerts = usePriceAlerts();
  const { mutate: remove } = useDeleteAlert();
  if (alerts.data === undefined) {
    if (alerts.isError) return <ErrorState error={alerts.error} onRetry={() => void alerts.refetch()} />;
    return <SkeletonRows rows={3} className="p-s5" />;
  }
  if (alerts.data.length === 0) {
    return <EmptyState kind="nothing" picture="notifications" title={t('alerts.emptyTitle')} text={t('alerts.emptyText')} />;
  }
  return (
    <ul aria-label={t('alerts.title')} className="flex flex-col divide-y divide-line py-s2">
      {alerts.data.map((alert) => (
        <Alert key={alert.id} alert={alert} onDelete={() => remove(alert.id)} />
      ))}
    </ul>
  );
}

function Alert({ alert, onDelete }: { alert: PriceAlert; onDelete(): void }) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const price = useQuote(alert.code)?.price ?? '';
  return (
    <li className="flex items-center gap-s3 px-s5 py-s3 mobile:px-side">
      <div className="flex min-w-0 flex-1 flex-col">
        <Link to={placeOf({ values: alert })} className="font-medium hover:underline">
          <bdi dir="ltr">{alert.code}</bdi>
        </Link>
        <span className="text-muted">
          {t(`alerts.${alert.direction}`)} <bdi className="numbers font-medium text-text">{format.price(alert.price)}</bdi>
        </span>
      </div>
      <Price value={price} scale={decimalsOf(alert.price)} className="text-muted" />
      <IconButton
        label={t('alerts.delete', { price: format.price(alert.price) })}
        onClick={onDelete}
        className="size-control-small"
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}
