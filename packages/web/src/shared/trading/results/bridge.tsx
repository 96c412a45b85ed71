import { formatAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { Money } from '../../words/money.tsx';
import { useTotals } from '../account.ts';
import { moneyOf } from '../live-position.ts';

const nothingYet = { available: '100000', coins: '0', held: '0', loans: '0', openProfit: '0', equity: '100000' };

/** Balance − loans + open profit = equity: the same line wherever one of the four is told. */
export function EquityLine({ hidden = false, className }: { hidden?: boolean; className?: string }) {
  const { t } = useTranslation('results');
  const { data } = useTotals();
  if (hidden) return null;
  // As high before its figures are there, so that nothing moves away under a finger.
  const { available, coins, held, loans, openProfit, equity } = data ?? nothingYet;
  const balance = formatAmount(sum(...[available, coins, held].map(moneyOf)), usdt);
  const parts = [
    { sign: '', name: t('bridge.balance'), about: t('bridge.balanceText'), value: balance },
    { sign: '−', name: t('bridge.loans'), value: loans },
    {
      sign: openProfit.startsWith('-') ? '−' : '+',
      name: t('bridge.open'),
      about: t('bridge.openText'),
      value: openProfit.replace('-', ''),
    },
    { sign: '=', name: t('bridge.equity'), value: equity, strong: true },
  ];
  return (
    <dl
      aria-label={t('bridge.title')}
      aria-hidden={data === undefined}
      className={cx(
        'flex flex-wrap items-end gap-x-s4 gap-y-s2 mobile:flex-col mobile:items-stretch',
        data === undefined && 'invisible',
        className,
      )}
    >
      {parts.map(({ sign, name, about, value, strong = false }) => (
        <div key={name} title={about} className="flex items-end gap-x-s4 mobile:justify-between">
          {sign === '' ? null : (
            <span aria-hidden className="text-emphasis text-muted mobile:order-2 mobile:me-auto mobile:hidden">
              {sign}
            </span>
          )}
          <div className="flex flex-col mobile:flex-1 mobile:flex-row mobile:justify-between mobile:gap-s4">
            <dt className="text-caption text-muted">
              <span aria-hidden className="inline-block w-[1.2em] desktop:hidden">
                {sign}
              </span>
              {name}
            </dt>
            <dd>
              <span className="sr-only">{sign}</span>
              <Money value={value} unit="none" className={strong ? 'font-semibold' : ''} />
            </dd>
          </div>
        </div>
      ))}
    </dl>
  );
}
