import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import type { CoinBalance } from './use-balances.ts';

const DustDialog = lazyPage(() => import('./dust-dialog.tsx').then((part) => part.DustDialog));

/** So many are sold at once at most. */
const leftMax = 40;

/** Sells what is left of coins, where anything is. */
export function DustButton({ balances }: { balances: readonly CoinBalance[] }) {
  const { t } = useTranslation('coins');
  const [open, setOpen] = useState(false);
  const left = balances.filter(isLeft).slice(0, leftMax);
  if (left.length === 0) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('dust.action')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <DustDialog balances={left} onDone={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Worth less than the smallest order, by what the server says of it; the rule itself is asked in the dialog. */
function isLeft({ asset, available, valueUsdt }: CoinBalance): boolean {
  return asset !== 'USDT' && valueUsdt !== null && Number(available) > 0 && Number(valueUsdt) < 1;
}
