import type { Position } from '@assay/contract/endpoints/order.ts';
import { isWorse } from '@assay/domain/positions/stops.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { isShown, useAccountKey, useLearnOrder } from '../../../shared/trading/account.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { isMobile } from '../../../ui/device.ts';
import { tellOfOrders } from '../../../ui/toasts/toast.tsx';
import { useBreakEven } from './use-break-even.ts';

/** The stop of an order of the account that is shown, as it is on demand; undefined where there is none any more. */
function useStopNow(id: string): () => string | null | undefined {
  const client = useQueryClient();
  const key = useAccountKey();
  return () => {
    if (!isShown(key)) return undefined;
    const open = client.getQueryData<{ items: readonly Position[] }>([...key, 'orders', 'open']);
    return open?.items.find((each) => each.id === id)?.stopLoss;
  };
}

/**
 * Moves the stop to break-even by one press: it can only lose less than before, and another press puts it back. Nothing where
 * it can't; it is before all other buttons of a row, and after all of a card, so that none of them moves when it appears.
 */
export function BreakEvenButton({ position }: { position: Position }) {
  const { t } = useTranslation('waiting');
  const orders = useTranslation('orders').t;
  const format = useFormat();
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const amend = useMove(calls.order.amendU, position.id);
  const { id, code, side, priceScale, stopLoss } = position;
  const price = useBreakEven(position);
  const [had, wanted] = [readTicks(stopLoss ?? '', priceScale), readTicks(price ?? '', priceScale)];
  const helps = wanted !== undefined && (had === undefined || isWorse(side, had, wanted));
  const stopNow = useStopNow(id);
  const move = async (to: string | null, undo?: () => void) => {
    const stop = `${orders('amend.stopLoss')} ${format.price(to, priceScale)}`;
    const summary = `${code} · ${stop}`;
    try {
      const amended = await amend.submit({ id, stopLoss: to }, { summary });
      if (amended === undefined) return;
      const action = undo && { action: { label: t('undo'), run: undo } };
      tellOfOrders({ kind: 'success', title: `${code} · ${orders('amend.saved')}`, text: stop, ...action });
      learnOrder(amended);
    } catch (error) {
      tellFailed(error, summary);
      learnOrder(null);
    }
  };
  const undo = () => {
    // A stop that has been set since is not thrown back to what stood before this one.
    const now = readTicks(stopNow() ?? '', priceScale);
    if (now === wanted) void move(stopLoss);
  };
  const protect = () => void move(price, undo);
  const label = `${t('breakEvenHint')}: ${format.price(price, priceScale)}`;
  if (!helps) return null;
  if (!isMobile) {
    return (
      <IconButton
        label={label}
        aria-busy={amend.isPending || undefined}
        disabled={amend.isPending}
        className="size-control-small dense:w-[25px]!"
        onClick={protect}
      >
        <ShieldCheck aria-hidden />
      </IconButton>
    );
  }
  return (
    <Button size="small" busy={amend.isPending} title={label} className="basis-full" onClick={protect}>
      {t('breakEven', { price: format.price(price, priceScale) })}
    </Button>
  );
}
