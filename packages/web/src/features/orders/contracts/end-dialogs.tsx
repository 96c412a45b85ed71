import type { Position } from '@assay/contract/endpoints/order.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useFeedState, useQuote } from '../../../shared/feed/feed.ts';
import { useLearnOrder } from '../../../shared/trading/account.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CurrentPrice, InstrumentCell, LiveProfitCell, PriceCell } from './cells.tsx';

interface EndProps {
  position: Position;
  onDone(): void;
}

/** Ends an order; words for the outcome come from the order as the server answers it. */
function useEnd(
  position: Position,
  action: string,
  onDone: () => void,
  tell: (ended: Position) => { title: string; text?: string },
) {
  const errorText = useErrorText();
  const learnOrder = useLearnOrder();
  const stop = useMove(calls.order.stopU, position.id);
  const end = async () => {
    try {
      const ended = await stop.submit({ id: position.id }, { summary: `${position.code} · ${action}` });
      if (ended === undefined) return;
      toast({ kind: 'success', ...tell(ended) });
      learnOrder(ended);
    } catch (error) {
      toast({ kind: 'error', title: position.code, text: errorText(error) });
      learnOrder(null);
    }
    onDone();
  };
  return { end, busy: stop.isPending, cancel: stop.cancel };
}

/** Closing at the market: the price of this moment, live, and what it would bring. */
export function CloseDialog({ position, onDone }: EndProps) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const money = useMoneyLabel();
  const { state } = useFeedState();
  const { end, busy, cancel } = useEnd(position, t('close.confirm'), onDone, ({ closePrice, profit }) => ({
    title: `${position.code} · ${t('close.done', { price: format.price(closePrice, position.priceScale) })}`,
    text: t('close.result', { profit: format.signedAmount(profit) }),
  }));
  return (
    <Confirm
      open
      onOpenChange={onDone}
      title={t('close.title')}
      description={<InstrumentCell position={position} />}
      rows={[
        { name: t('column.lots'), value: <bdi dir="ltr">{format.quantity(position.lots)}</bdi> },
        { name: t('column.entry'), value: <PriceCell position={position} value={position.openPrice} /> },
        { name: t('close.price'), value: <CurrentPrice position={position} /> },
        { name: t('close.profit'), value: <LiveProfitCell position={position} /> },
      ]}
      confirm={money(t('close.confirm'))}
      busy={busy}
      onConfirm={() => {
        if (state === 'live') void end();
      }}
      onCancel={cancel}
    >
      <p className="mt-s3 text-caption text-muted">{t('close.text')}</p>
    </Confirm>
  );
}

/** Withdrawing an order that waits. Allowed at any time, whatever the market does. */
export function CancelDialog({ position, onDone }: EndProps) {
  const { t } = useTranslation('orders');
  const live = useQuote(position.code);
  const { end, busy, cancel } = useEnd(position, t('cancel.confirm'), onDone, () => ({
    title: `${position.code} · ${t('cancel.done')}`,
  }));
  return (
    <Confirm
      open
      onOpenChange={onDone}
      title={t('cancel.title')}
      description={<InstrumentCell position={position} />}
      rows={[
        { name: t('column.limit'), value: <PriceCell position={position} value={position.limitPrice} /> },
        { name: t('column.last'), value: <PriceCell position={position} value={live?.price ?? position.lastPrice} /> },
      ]}
      confirm={t('cancel.confirm')}
      busy={busy}
      onConfirm={() => void end()}
      onCancel={cancel}
    >
      <p className="mt-s3 text-caption text-muted">{t('cancel.text')}</p>
    </Confirm>
  );
}
