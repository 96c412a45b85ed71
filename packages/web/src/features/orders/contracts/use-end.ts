import { ApiRefusal } from '@assay/contract/client.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import type { SeenPrice } from '@assay/domain/positions/slippage.ts';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useLearnOrder } from '../../../shared/trading/account.ts';
import { useIsHere, useWhileHere } from '../../../shared/while-here.ts';
import { tellOfOrders } from '../../../ui/toasts/toast.tsx';

export interface EndProps {
  position: Position;
  onDone(): void;
}

/** The price that was seen, and the lots where they are not all. */
type Ending = SeenPrice & { lots?: string };

/** Ends an order; words for the outcome come from the order as the server answers it. Answers true where the price had moved. */
export function useEnd(
  position: Position,
  action: string,
  onDone: () => void,
  tell: (ended: Position) => { title: string; text?: string },
) {
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const stop = useMove(calls.order.stopU, position.id);
  const done = useWhileHere(onDone);
  const isHere = useIsHere();
  const end = async (seen: Ending = {}): Promise<boolean> => {
    const summary = `${position.code} · ${action}`;
    try {
      const ended = await stop.submit({ id: position.id, ...seen }, { summary });
      if (ended === undefined) return false;
      tellOfOrders({ kind: 'success', ...tell(ended) });
      learnOrder(ended);
    } catch (error) {
      // The dialog with the new price shows it, if it is still open.
      if (error instanceof ApiRefusal && error.code === '11004' && isHere()) return true;
      tellFailed(error, summary);
      learnOrder(null);
    }
    done();
    return false;
  };
  return { end, busy: stop.isPending, cancel: stop.cancel };
}
