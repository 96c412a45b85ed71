import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { type Fixed, formatFixed, subtract, toFixed } from '@assay/domain/money/fixed.ts';
import { resultAt } from '@assay/domain/positions/costs.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useLearnOrder, useOrder } from '../../../shared/trading/account.ts';
import { closingNow, holdingNow } from '../../../shared/trading/live-position.ts';
import { CostBlock } from '../../../shared/trading/results/cost-block.tsx';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { ContractResult } from '../../../shared/trading/results/net-result.tsx';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { wordsOfCode } from '../../../shared/words/i18n.ts';
import { Figures } from '../../../ui/figures.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import type { LineKind, TradeLine } from './trade-lines.ts';

interface MoveLineProps {
  info: MarketInfo;
  line: TradeLine;
  price: number;
  /** Closes the question, whatever the answer was: the lines are drawn anew as the server has them. */
  onDone(): void;
}

const words: Partial<
  Record<LineKind, 'chart.moveStopLoss' | 'chart.moveTakeProfit' | 'chart.moveTarget' | 'chart.moveLimit' | 'chart.moveTrigger'>
> = {
  stopLoss: 'chart.moveStopLoss',
  target: 'chart.moveTarget',
  limit: 'chart.moveLimit',
  trigger: 'chart.moveTrigger',
};

/** Of targets all are sent, the one that was moved at its new price; null where it has been reached or taken away meanwhile. */
function changeTo({ kind, price: from }: TradeLine, price: string, order: Position | undefined) {
  if (kind === 'target') {
    const isMoved = (each: Position['targets'][number]) => Number(each.price) === from;
    if (order?.targets.some(isMoved) !== true) return null;
    return { targets: order.targets.map((each) => (isMoved(each) ? { ...each, price } : each)) };
  }
  if (kind === 'limit') return { price };
  if (kind === 'trigger') return { trigger: price };
  return kind === 'stopLoss' ? { stopLoss: price } : { takeProfit: price };
}

/** What an order that waits would be held for. */
function pricesAt(kind: LineKind, price: string) {
  if (kind === 'limit') return { limitPrice: price };
  return kind === 'trigger' ? { triggerPrice: price } : {};
}

/** Asks before a line that was dragged becomes the order's new stop-loss, take-profit, target, limit or trigger. */
export function MoveLine({ info, line, price, onDone }: MoveLineProps) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const amend = useMove(calls.order.amendU, line.orderId);
  const done = useWhileHere(onDone);
  const wanted = price.toFixed(info.priceScale);
  const shown = format.price(wanted, info.priceScale);
  const moved = useOrder(line.orderId);
  const ticks = readTicks(wanted, info.priceScale) ?? null;
  const send = async () => {
    const change = changeTo(line, wanted, moved);
    if (change === null) {
      toast({ kind: 'error', title: await wordsOfCode('11008') });
      done();
      return;
    }
    const summary = `${info.code} · ${t(words[line.kind] ?? 'chart.moveTakeProfit', { price: shown })}`;
    try {
      const amended = await amend.submit({ id: line.orderId, ...change }, { summary });
      if (amended === undefined) return;
      toast({ kind: 'success', title: t('chart.moved', { price: shown }) });
      learnOrder(amended);
    } catch (error) {
      tellFailed(error, summary);
      learnOrder(null);
    }
    done();
  };
  return (
    <MoneyConfirm
      open
      title={t('chart.moveTitle')}
      description={<bdi>{t(words[line.kind] ?? 'chart.moveTakeProfit', { price: shown })}</bdi>}
      confirm={t('chart.move')}
      busy={amend.isPending}
      onConfirm={() => void send()}
      onCancel={amend.cancel}
      onOpenChange={onDone}
    >
      {moved === undefined ? null : (
        <CostBlock
          holding={holdingNow({ ...moved, ...pricesAt(line.kind, wanted) })}
          closing={ticks}
          {...(line.kind === 'stopLoss' ? { stopLoss: ticks } : isWhole(line, moved) ? { takeProfit: ticks } : {})}
        />
      )}
      {moved === undefined ? null : <OfShare order={moved} lots={shareOf(line, moved)} price={wanted} />}
    </MoneyConfirm>
  );
}

/** Whether a take-profit closes all there is: where targets stand before it, it closes what these leave. */
const isWhole = ({ kind }: TradeLine, { targets }: Position): boolean => kind === 'takeProfit' && targets.length === 0;

/** The lots of which the line closes no more than a share; undefined where it closes all. */
function shareOf({ kind, price }: TradeLine, { lots, targets }: Position): Fixed | undefined {
  if (kind === 'target') {
    const target = targets.find((each) => Number(each.price) === price);
    return target && toFixed(target.lots);
  }
  if (kind !== 'takeProfit' || targets.length === 0) return undefined;
  return targets.reduce((rest, target) => subtract(rest, toFixed(target.lots)), toFixed(lots));
}

/** What a share would leave at the new price of its line. */
function OfShare({ order, lots, price }: { order: Position; lots: Fixed | undefined; price: string }) {
  const { t } = useTranslation('targets');
  const format = useFormat();
  const closing = lots === undefined ? null : closingNow(order, lots, price);
  if (lots === undefined || closing === null) return null;
  const name = t('at', { price: format.price(price, order.priceScale), lots: format.quantity(formatFixed(lots)) });
  return <Figures figures={[{ name, value: <ContractResult result={resultAt(closing.holding, closing.close)} /> }]} />;
}
