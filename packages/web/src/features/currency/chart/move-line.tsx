import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useLearnOrder, useOrder } from '../../../shared/trading/account.ts';
import { Changed } from '../../../shared/trading/before-after.tsx';
import { holdingNow } from '../../../shared/trading/live-position.ts';
import { CostBlock } from '../../../shared/trading/results/cost-block.tsx';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { ShareFigure, leftTo } from '../../../shared/trading/targets/share-figure.tsx';
import { HeldFigure } from '../../../shared/trading/waiting/held-figure.tsx';
import { Mistyped } from '../../../shared/trading/waiting/mistyped.tsx';
import { useRefusedStops } from '../../../shared/trading/waiting/refused-stops.ts';
import { useRefusedTerms } from '../../../shared/trading/waiting/refused-terms.ts';
import { WhyNot } from '../../../shared/trading/waiting/why-not.tsx';
import { withTerms } from '../../../shared/trading/waiting/with-terms.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { inOrder } from '../../../shared/words/directions.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { wordsOfCode } from '../../../shared/words/i18n.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import type { LineKind, TradeLine } from './trade-lines.ts';

interface MoveLineProps {
  info: MarketInfo;
  line: TradeLine;
  price: number;
  /** Closes the dialog, whatever the answer was: the lines are redrawn as the server has them. */
  onDone(): void;
}

const wordsOfMove: Partial<
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

/** Asks before a line that was dragged becomes the order's new stop-loss, take-profit, target, limit or trigger. */
export function MoveLine({ info, line, price, onDone }: MoveLineProps) {
  const { t } = useTranslation('currency');
  const words = useTranslation('orders').t;
  const format = useFormat();
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const amend = useMove(calls.order.amendU, line.orderId);
  const done = useWhileHere(onDone);
  const wanted = price.toFixed(info.priceScale);
  const shown = format.price(wanted, info.priceScale);
  const moved = useOrder(line.orderId);
  const change = changeTo(line, wanted, moved);
  const refusedTerms = useRefusedTerms({ code: info.code, info, position: moved }, change ?? {});
  const refusedStops = useRefusedStops({ info, position: moved }, change ?? {});
  const refused = refusedTerms ?? refusedStops;
  const send = async () => {
    if (change === null) {
      toast({ kind: 'error', title: await wordsOfCode('11008') });
      done();
      return;
    }
    const summary = `${info.code} · ${t(wordsOfMove[line.kind] ?? 'chart.moveTakeProfit', { price: shown })}`;
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
      description={
        <>
          <bdi dir="ltr">{info.code}</bdi>
          {moved === undefined ? null : <> · {`${words(`side.${moved.side}`)} ${inOrder(format.quantity(moved.lots))}`}</>}
        </>
      }
      rows={[
        {
          name: t(`chart.line.${line.kind}`),
          value: <Changed before={format.price(line.price.toFixed(info.priceScale), info.priceScale)} after={shown} />,
        },
      ]}
      confirm={t('chart.move')}
      busy={amend.isPending}
      blocked={refused !== null}
      onConfirm={() => void send()}
      onCancel={amend.cancel}
      onOpenChange={onDone}
    >
      {refused === null ? null : <WhyNot refused={refused} />}
      {moved === undefined ? null : <Effects info={info} line={line} order={moved} price={wanted} />}
    </MoneyConfirm>
  );
}

interface EffectsProps {
  info: MarketInfo;
  line: TradeLine;
  order: Position;
  /** Where the line was dropped. */
  price: string;
}

/** What the order costs, and what would be left at its stops: of one that waits as it would be at its new price. */
function Effects({ info, line: { kind, price: from }, order, price }: EffectsProps) {
  const ticks = (text: string | null) => readTicks(text ?? '', order.priceScale) ?? null;
  const isEntry = kind === 'limit' || kind === 'trigger';
  const terms = kind === 'limit' ? { price } : kind === 'trigger' ? { trigger: price } : {};
  const changed = withTerms(order, terms, info.quoteToUsdt);
  const { targets } = changed;
  const target = kind === 'target' ? targets.find((each) => Number(each.price) === from) : undefined;
  // Moving the opening price reports on both its stops, moving a stop on that one.
  const stopLoss = kind === 'stopLoss' ? price : isEntry ? changed.stopLoss : null;
  const takeProfit = kind === 'takeProfit' ? price : isEntry ? changed.takeProfit : null;
  return (
    <>
      {isEntry ? <HeldFigure before={order} after={changed} /> : null}
      <CostBlock
        holding={holdingNow(changed)}
        closing={ticks(price)}
        stopLoss={ticks(stopLoss)}
        takeProfit={targets.length === 0 ? ticks(takeProfit) : null}
      />
      {target === undefined ? null : <ShareFigure order={changed} lots={toFixed(target.lots)} price={price} of="at" />}
      {takeProfit === null || targets.length === 0 ? null : (
        <ShareFigure order={changed} lots={leftTo(changed, targets)} price={takeProfit} of="rest" />
      )}
      {isEntry ? <Mistyped order={changed} /> : null}
    </>
  );
}
