import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount, minus, toDecimal } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import type { OpenDecision } from '@assay/domain/positions/decide-open.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/format.ts';
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

function useRows({ info, form, situation, preview }: Ticket, whole: boolean): Row[] {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const decision = preview?.decision ?? null;
  if (decision === null || situation === null || info.contract === null) return [];
  const money = (value: Amount) => `${format.amount(formatAmount(value, usdt))} USDT`;
  const price = (ticks: number) => format.price(formatFixed(priceOf(ticks, info)), info.priceScale);
  const { quote, available } = situation;
  const rows: (Row | false)[] = [
    whole && { name: t(form.type === 'limit' ? 'receipt.entryLimit' : 'receipt.entry'), value: price(decision.opening.price) },
    whole && { name: t('receipt.quantity'), value: `${format.quantity(formatFixed(decision.terms.quantity))} ${info.base}` },
    { name: t('receipt.notional'), value: `${format.amount(formatFixed(decision.opening.notional))} USDT` },
    { name: t('receipt.margin'), value: money(decision.opening.margin), strong: true },
    { name: t('receipt.fee', { rate: format.rate(info.contract.feeRate) }), value: money(decision.opening.fee) },
    {
      name: t('receipt.liquidation'),
      value: decision.liquidation === null ? t('receipt.noLiquidation') : price(decision.liquidation),
      strong: true,
    },
    available !== undefined && {
      name: t('receipt.balance'),
      value: <BeforeAfter before={available} after={minus(available, decision.hold)} />,
    },
    { name: t('receipt.worstCase'), value: money(decision.worstCase) },
    whole && decision.profitAtStopLoss !== null && { name: t('receipt.atStopLoss'), value: money(decision.profitAtStopLoss) },
    whole && decision.profitAtTakeProfit !== null && { name: t('receipt.atTakeProfit'), value: money(decision.profitAtTakeProfit) },
    { name: t('receipt.financing'), value: <Financing decision={decision} /> },
    { name: t('receipt.spread'), value: price(quote.ask - quote.bid) },
  ];
  return rows.filter((row) => row !== false);
}

function BeforeAfter({ before, after }: { before: Amount; after: Amount }) {
  const format = useFormat();
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-s1">
      <span className="text-muted">{format.amount(formatAmount(before, usdt))}</span>
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
