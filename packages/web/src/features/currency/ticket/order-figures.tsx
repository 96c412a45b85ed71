import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount, minus, parseAmount, toDecimal } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import type { OpenDecision } from '@assay/domain/positions/decide-open.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { absent, useFormat } from '../../../shared/format.ts';
import { cx } from '../../../ui/cx.ts';
import type { Ticket } from './use-ticket.ts';

interface Row {
  readonly name: ReactNode;
  readonly value: ReactNode;
  readonly strong?: boolean;
}

/** What the order does to the account, before it is sent: each cost, the balance before and after, the worst case. */
export function OrderFigures({ ticket, whole = false }: { ticket: Ticket; whole?: boolean }) {
  const rows = useRows(ticket, whole);
  if (rows.length === 0) return null;
  return (
    <dl className="flex flex-col gap-s1 text-caption">
      {rows.map(({ name, value, strong = false }, index) => (
        <div key={index} className="flex items-baseline justify-between gap-s4 py-[1px]">
          <dt className="text-muted">{name}</dt>
          <dd dir="ltr" className={cx('numbers text-end rtl:text-start', strong && 'font-semibold')}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useRows({ info, form, situation, preview, available }: Ticket, whole: boolean): Row[] {
  const { t } = useTranslation('currency');
  const format = useFormat();
  if (situation === null || info.contract === null) return [];
  const decision = preview?.decision ?? null;
  // Without an order the names stand there already, so that nothing jumps while a size is typed.
  const of = (show: (decision: OpenDecision) => ReactNode): ReactNode => (decision === null ? absent : show(decision));
  const money = (value: Amount) => `${format.amount(formatAmount(value, usdt))} USDT`;
  const price = (ticks: number) => format.price(formatFixed(priceOf(ticks, info)), info.priceScale);
  const stops = whole && decision !== null ? decision : null;
  const rows: (Row | false)[] = [
    whole && {
      name: t(form.type === 'limit' ? 'receipt.entryLimit' : 'receipt.entry'),
      value: of(({ opening }) => price(opening.price)),
    },
    whole && {
      name: t('receipt.quantity'),
      value: of(({ terms }) => `${format.quantity(formatFixed(terms.quantity))} ${info.base}`),
    },
    { name: t('receipt.notional'), value: of(({ opening }) => `${format.amount(formatFixed(opening.notional))} USDT`) },
    { name: t('receipt.margin'), value: of(({ opening }) => money(opening.margin)), strong: true },
    { name: t('receipt.fee', { rate: format.rate(info.contract.feeRate) }), value: of(({ opening }) => money(opening.fee)) },
    {
      name: t('receipt.liquidation'),
      value: of(({ liquidation }) => (liquidation === null ? t('receipt.noLiquidation') : price(liquidation))),
      strong: true,
    },
    available !== undefined && {
      name: t('receipt.balance'),
      value: <BeforeAfter before={available} hold={decision?.hold ?? null} />,
    },
    { name: t('receipt.worstCase'), value: of(({ worstCase }) => money(worstCase)) },
    stops !== null &&
      stops.profitAtStopLoss !== null && { name: t('receipt.atStopLoss'), value: money(stops.profitAtStopLoss) },
    stops !== null &&
      stops.profitAtTakeProfit !== null && { name: t('receipt.atTakeProfit'), value: money(stops.profitAtTakeProfit) },
    { name: t('receipt.financing'), value: of((shown) => <Financing decision={shown} />) },
    { name: t('receipt.spread'), value: price(situation.quote.ask - situation.quote.bid) },
  ];
  return rows.filter((row) => row !== false);
}

/** The available balance now and, where there is an order, after it. */
function BeforeAfter({ before, hold }: { before: string; hold: Amount | null }) {
  const format = useFormat();
  const units = parseAmount(before, usdt);
  const after = hold === null || units === undefined ? null : minus(units, hold);
  if (after === null) return `${format.amount(before)} USDT`;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-s1">
      <span className="text-muted">{format.amount(before)}</span>
      <ArrowRight aria-hidden className="size-[1em] text-muted" />
      <span className={cx('font-semibold', after < 0n && 'text-danger')}>{format.amount(formatAmount(after, usdt))}</span>
    </span>
  );
}

/** The sum that a night costs or brings, to the hundredth of a cent: it is often less than a cent. */
function Financing({ decision }: { decision: OpenDecision }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const { financing } = decision;
  if (financing === 0n) return t('receipt.financingNone');
  const positive = formatFixed(financing < 0n ? fixed(-financing, usdt.scale) : toDecimal(financing, usdt));
  const amount = `${format.quantity(positive)} USDT`;
  return t(financing > 0n ? 'receipt.financingPaid' : 'receipt.financingReceived', { amount });
}
