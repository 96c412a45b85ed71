import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { resultAt } from '@assay/domain/positions/costs.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useLearnOrder, useOrder } from '../../../shared/trading/account.ts';
import { closingNow, holdingNow } from '../../../shared/trading/live-position.ts';
import { CostBlock } from '../../../shared/trading/results/cost-block.tsx';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { ContractResult } from '../../../shared/trading/results/net-result.tsx';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { wordsOfCode } from '../../../shared/words/i18n.ts';
import { Figures } from '../../../ui/figures.tsx';
import { useErrorText } from '../../../ui/states.tsx';
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
  const errorText = useErrorText();
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
    try {
      const summary = `${info.code} · ${shown}`;
      const amended = await amend.submit({ id: line.orderId, ...change }, { summary });
      if (amended === undefined) return;
      toast({ kind: 'success', title: t('chart.moved', { price: shown }) });
      learnOrder(amended);
    } catch (error) {
      toast({ kind: 'error', title: errorText(error) });
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
          {...(line.kind === 'stopLoss' ? { stopLoss: ticks } : line.kind === 'takeProfit' ? { takeProfit: ticks } : {})}
        />
      )}
      {moved === undefined || line.kind !== 'target' ? null : <AtTarget order={moved} from={line.price} price={wanted} />}
    </MoneyConfirm>
  );
}

/** What the share of a target would leave at its new price. */
function AtTarget({ order, from, price }: { order: Position; from: number; price: string }) {
  const { t } = useTranslation('targets');
  const format = useFormat();
  const lots = order.targets.find((each) => Number(each.price) === from)?.lots;
  const closing = lots === undefined ? null : closingNow(order, toFixed(lots), price);
  if (lots === undefined || closing === null) return null;
  const name = t('at', { price: format.price(price, order.priceScale), lots: format.quantity(lots) });
  return <Figures figures={[{ name, value: <ContractResult result={resultAt(closing.holding, closing.close)} /> }]} />;
}
