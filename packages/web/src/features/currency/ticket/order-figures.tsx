import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount, minus, toDecimal } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import type { OpenDecision } from '@assay/domain/positions/decide-open.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { Approximate } from '../../../shared/trading/approximate.tsx';
import { BeforeAfter } from '../../../shared/trading/before-after.tsx';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { type Figure, Figures } from '../../../ui/figures.tsx';
import type { Ticket } from './use-ticket.ts';

/** What the order does to the account, before it is sent: each cost, the balance before and after, the worst case. The whole of it is what a question asks about. */
export function OrderFigures({ ticket, whole = false }: { ticket: Ticket; whole?: boolean }) {
  return <Figures figures={useFigures(ticket, whole)} dense={!whole} />;
}

function useFigures({ info, form, situation, preview }: Ticket, whole: boolean): Figure[] {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const signedIn = useSession((session) => session.isLogin);
  if (situation === null || info.contract === null) return [];
  const decision = preview?.decision ?? null;
  const { available } = situation;
  // Without an order or a balance the names stand there already, so that nothing jumps while a size is typed.
  const of = (show: (decision: OpenDecision) => ReactNode): ReactNode => (decision === null ? absent : show(decision));
  const money = (value: Amount) => `${format.amount(formatAmount(value, usdt))} USDT`;
  const price = (ticks: number) => format.price(formatFixed(priceOf(ticks, info)), info.priceScale);
  const stops = whole && decision !== null ? decision : null;
  const figures: (Figure | false)[] = [
    whole && {
      name: t(form.type === 'limit' ? 'receipt.entryLimit' : 'receipt.entry'),
      value: of(({ opening }) => price(opening.price)),
    },
    whole && {
      name: t('receipt.quantity'),
      value: of(({ terms }) => `${format.quantity(formatFixed(terms.quantity))} ${info.base}`),
    },
    { name: t('receipt.notional'), value: of(({ opening }) => `${format.amount(formatFixed(opening.notional))} USDT`) },
    {
      name: t('receipt.margin'),
      value: of(({ opening }) => (
        <>
          {money(opening.margin)}
          <Approximate usdt={formatAmount(opening.margin, usdt)} />
        </>
      )),
      strong: true,
    },
    { name: t('receipt.fee', { rate: format.rate(info.contract.feeRate) }), value: of(({ opening }) => money(opening.fee)) },
    {
      name: t('receipt.liquidation'),
      value: of(({ liquidation }) => (liquidation === null ? t('receipt.noLiquidation') : price(liquidation))),
      strong: true,
    },
    signedIn && {
      name: t('receipt.balance'),
      value:
        available === undefined ? (
          absent
        ) : (
          <BeforeAfter before={available} after={decision === null ? null : minus(available, decision.hold)} asset={usdt} />
        ),
    },
    { name: t('receipt.worstCase'), value: of(({ worstCase }) => money(worstCase)) },
    stops !== null &&
      stops.profitAtStopLoss !== null && { name: t('receipt.atStopLoss'), value: money(stops.profitAtStopLoss) },
    stops !== null &&
      stops.profitAtTakeProfit !== null && { name: t('receipt.atTakeProfit'), value: money(stops.profitAtTakeProfit) },
    { name: t('receipt.financing'), value: of((shown) => <Financing decision={shown} />) },
    { name: t('receipt.spread'), value: price(situation.quote.ask - situation.quote.bid) },
  ];
  return figures.filter((figure) => figure !== false);
}

/** The sum that a night costs or brings, to the hundredth of a cent: it is often less than a cent. */
function Financing({ decision }: { decision: OpenDecision }) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const { financing } = decision;
  if (financing === 0n) return t('receipt.financingNone');
  const positive = formatFixed(financing < 0n ? fixed(-financing, usdt.scale) : toDecimal(financing, usdt));
  const amount = `${format.amount(positive)} USDT`;
  return t(financing > 0n ? 'receipt.financingPaid' : 'receipt.financingReceived', { amount });
}
