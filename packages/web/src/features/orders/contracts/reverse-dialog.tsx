import { ApiRefusal } from '@assay/contract/client.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { formatAmount, minus, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type Result, holdingOf } from '@assay/domain/positions/costs.ts';
import { type OpenDecision, decideOpen } from '@assay/domain/positions/decide-open.ts';
import { type Refused, isRefused, refused } from '@assay/domain/positions/refused.ts';
import { closingPrice, lotsToday } from '@assay/domain/positions/terms.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useBook } from '../../../shared/client/session.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useAvailable, useLearnOrder } from '../../../shared/trading/account.ts';
import { holdingNow, liveResult } from '../../../shared/trading/live-position.ts';
import { useMarketInfo } from '../../../shared/trading/market/market.ts';
import { limitsOf, situationOf } from '../../../shared/trading/market/situation.ts';
import { useCostFigures } from '../../../shared/trading/results/cost-block.tsx';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { ContractResult } from '../../../shared/trading/results/net-result.tsx';
import { seenAt, slippageBps } from '../../../shared/trading/slippage.ts';
import { WhyNot } from '../../../shared/trading/waiting/why-not.tsx';
import { useWhileHere } from '../../../shared/while-here.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { Figures } from '../../../ui/figures.tsx';
import { tellOfOrders } from '../../../ui/toasts/toast.tsx';
import { CurrentPrice, InstrumentCell } from './cells.tsx';

const otherSide = { long: 'short', short: 'long' } as const;

/** Closes a position and opens the other side, after what both would come to now. */
export function ReverseDialog({ position, onDone }: { position: Position; onDone(): void }) {
  const { t } = useTranslation('sweep');
  const orders = useTranslation('orders').t;
  const reasons = useTranslation('codes').t;
  const format = useFormat();
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const reverse = useMove(calls.order.reverse, position.id);
  const done = useWhileHere(onDone);
  const live = liveResult(position, useQuote(position.code));
  const other = useOtherSide(position, live?.result);
  const whyNot = other?.refused ?? null;
  const send = async () => {
    if (live === null || whyNot !== null) return;
    const summary = `${position.code} · ${t('reverse.action')}`;
    try {
      const answer = await reverse.submit({ id: position.id, ...seenAt(live.price) }, { summary });
      if (answer === undefined) return;
      const { opened, refused: why } = answer;
      const title =
        opened === null
          ? t('reverse.half', { reason: reasons(why as '10011') })
          : t('reverse.done', { price: format.price(opened.openPrice, opened.priceScale) });
      tellOfOrders({ kind: opened === null ? 'error' : 'success', title: position.code, text: title });
    } catch (error) {
      tellFailed(error, summary);
      // At the new price it can be asked again.
      if (error instanceof ApiRefusal && error.code === '11004') return;
    }
    learnOrder(null);
    done();
  };
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={t('reverse.title')}
      description={<InstrumentCell position={position} />}
      rows={[
        { name: orders('close.price'), value: <CurrentPrice position={position} /> },
        ...(live === null ? [] : [{ name: t('net'), value: <ContractResult result={live.result} />, strong: true }]),
      ]}
      confirm={t('reverse.action')}
      busy={reverse.isPending}
      blocked={live === null || whyNot !== null}
      onConfirm={() => void send()}
      onCancel={reverse.cancel}
    >
      <OtherSideFigures position={position} other={other} />
      {whyNot === null ? null : <WhyNot refused={whyNot} />}
      <p className="mt-s3 text-caption text-muted">{t('reverse.text')}</p>
      {/* Also when the connection is unstable: the request names the price shown here. */}
      <p className="mt-s2 text-caption text-muted">
        {orders('close.slippage', { percent: format.rate(String(slippageBps / 10_000)) })}
      </p>
    </MoneyConfirm>
  );
}

/** The other side as it would open now, and why it can't. */
interface OtherSide {
  readonly decision: OpenDecision | null;
  readonly refused: Refused | null;
  /** The price at which it could be closed at once. */
  readonly closing: Ticks;
}

/** By the function that decides it, out of what the closing leaves; null as long as there is no price. */
function useOtherSide(position: Position, closed: Result | undefined): OtherSide | null {
  const info = useMarketInfo(position.instrumentId).data;
  const live = useQuote(position.code);
  const available = useAvailable().data;
  const book = useBook();
  const situation = info === undefined ? null : situationOf(info, live, available);
  const holding = holdingNow(position);
  if (info === undefined || situation === null || holding === null || closed === undefined) return null;
  const { instrument, quote, conversion } = situation;
  const side = otherSide[position.side];
  const lots = formatFixed(lotsToday(holding.terms, instrument.contract.lotSize));
  const always = { now: quote.time, tradable: true, pricesAllowed: true, limits: limitsOf(info, book) };
  const decision = decideOpen(
    { side, type: 'market', lots, leverage: position.leverage },
    { instrument, quote, conversion, ...always },
  );
  const closing = closingPrice(side, quote);
  if (isRefused(decision)) return { decision: null, refused: decision, closing };
  const { available: free } = situation;
  const returned = minus(sum(holding.cover.margin, closed.gross), closed.closeFee);
  const isShort = free !== undefined && sum(free, returned) < decision.hold;
  return { decision, refused: isShort ? refused('10011') : null, closing };
}

/** What the other side is and costs. */
function OtherSideFigures({ position, other }: { position: Position; other: OtherSide | null }) {
  const { t } = useTranslation('sweep');
  const orders = useTranslation('orders').t;
  const format = useFormat();
  const decision = other?.decision ?? null;
  const costs = useCostFigures({
    holding: decision === null ? null : holdingOf(decision.terms, decision.opening),
    closing: other?.closing ?? null,
  });
  const lots = decision === null ? position.lots : formatFixed(decision.terms.lots);
  const liquidation = decision?.liquidation ?? null;
  const price = liquidation === null ? absent : format.price(formatFixed(priceOf(liquidation, position)), position.priceScale);
  const margin = decision === null ? absent : `${format.amount(formatAmount(decision.opening.margin, usdt))} USDT`;
  return (
    <Figures
      className="mt-s4 border-t border-line"
      figures={[
        {
          name: t('reverse.becomes'),
          value: `${orders(`side.${otherSide[position.side]}`)} · ${format.quantity(lots)}`,
          strong: true,
        },
        { name: t('reverse.margin'), value: margin },
        { name: orders('column.liquidation'), value: price },
        ...costs,
      ]}
    />
  );
}
