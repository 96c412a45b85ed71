import { formatAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { Money } from '../../words/money.tsx';
import { useTotals } from '../account.ts';
import { moneyOf } from '../live-position.ts';
import { openAsShown } from './open-as-shown.ts';

const nothingYet = { available: '100000', coins: '0', held: '0', loans: '0', openProfit: '0', equity: '100000' };

/** Balance − loans + open profit = equity: the same line wherever one of the four is shown. */
export function EquityLine({ hidden = false, className }: { hidden?: boolean; className?: string }) {
  const { t } = useTranslation('results');
  const { data } = useTotals();
  if (hidden) return null;
  // As high before its figures are there, so that nothing moves away under a finger.
  const { available, coins, held, loans, openProfit, equity } = data ?? nothingYet;
  const balance = sum(...[available, coins, held].map(moneyOf));
  // Pressed, each is exact; until then the line adds up as it is cut.
  const open = formatAmount(openAsShown({ balance, loans: moneyOf(loans), equity: moneyOf(equity) }), usdt);
  const isLoss = open.startsWith('-') || (Number(open) === 0 && openProfit.startsWith('-'));
  const parts = [
    { sign: '', name: t('bridge.balance'), about: t('bridge.balanceText'), value: formatAmount(balance, usdt) },
    { sign: '−', name: t('bridge.loans'), value: loans },
    {
      sign: isLoss ? '−' : '+',
      name: t('bridge.open'),
      about: t('bridge.openText'),
      value: openProfit.replace('-', ''),
      shown: open.replace('-', ''),
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
      {parts.map(({ sign, name, about, value, shown, strong = false }) => (
        <div
          key={name}
          title={about}
          className={cx(
            'relative flex flex-col mobile:flex-row mobile:justify-between mobile:gap-s4',
            sign !== '' && 'desktop:ps-[1.6em]',
          )}
        >
          <dt className="text-caption text-muted">
            <span aria-hidden className="inline-block w-[1.2em] desktop:hidden">
              {sign}
            </span>
            {name}
          </dt>
          <dd>
            <span aria-hidden className="absolute start-0 bottom-0 text-emphasis text-muted mobile:hidden">
              {sign}
            </span>
            <span className="sr-only">{sign}</span>
            <Money value={value} shown={shown} unit="none" className={strong ? 'font-semibold' : ''} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
