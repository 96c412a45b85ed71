import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useLearnOrder, useOrder } from '../../../shared/trading/account.ts';
import { CostBlock } from '../../../shared/trading/cost-block.tsx';
import { holdingNow } from '../../../shared/trading/live-position.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import type { TradeLine } from './trade-lines.ts';

interface MoveLineProps {
  info: MarketInfo;
  line: TradeLine;
  price: number;
  /** Closes the question, whatever the answer was: the lines are drawn anew as the server has them. */
  onDone(): void;
}

/** Asks before a line that was dragged becomes the order's new stop-loss or take-profit. */
export function MoveLine({ info, line, price, onDone }: MoveLineProps) {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const money = useMoneyLabel();
  const errorText = useErrorText();
  const learnOrder = useLearnOrder();
  const amend = useMove(calls.order.amendU, line.orderId);
  const done = useWhileHere(onDone);
  const wanted = price.toFixed(info.priceScale);
  const shown = format.price(wanted, info.priceScale);
  const moved = useOrder(line.orderId);
  const ticks = readTicks(wanted, info.priceScale) ?? null;
  const send = async () => {
    try {
      const change = line.kind === 'stopLoss' ? { stopLoss: wanted } : { takeProfit: wanted };
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
    <Confirm
      open
      title={t('chart.moveTitle')}
      description={<bdi>{t(line.kind === 'stopLoss' ? 'chart.moveStopLoss' : 'chart.moveTakeProfit', { price: shown })}</bdi>}
      confirm={money(t('chart.move'))}
      busy={amend.isPending}
      onConfirm={() => void send()}
      onCancel={amend.cancel}
      onOpenChange={onDone}
    >
      {moved === undefined ? null : (
        <CostBlock
          holding={holdingNow(moved)}
          closing={ticks}
          {...(line.kind === 'stopLoss' ? { stopLoss: ticks } : { takeProfit: ticks })}
        />
      )}
    </Confirm>
  );
}
