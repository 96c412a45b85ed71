import { ApiRefusal, type Located } from '@assay/contract/client.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useLearnOrder } from '../../../shared/trading/account.ts';
import { type ToastContent, tellOfOrders } from '../../../ui/toasts/toast.tsx';

export type Sent = 'done' | 'requote' | 'refused' | 'ignored';

export interface Submission<Input> {
  /**
   * Sends one order and reports its outcome. A press while one for the same instrument is in flight is ignored. `asks`
   * says whether the user can be asked again at a moved price; otherwise that is reported too.
   */
  place(input: Input, asks?: () => boolean): Promise<Sent>;
  readonly busy: boolean;
  /** The outcome is not known yet: the frame reports it, and the question closes. */
  readonly unknown: boolean;
  cancel(): void;
}

interface Words<Input, Order> {
  /** What the order is, for as long as its outcome is not known. */
  about(input: Input): string;
  tell(order: Order): Pick<ToastContent, 'title' | 'text'> & { orderId: string };
}

/** The price has moved beyond what was accepted: the ticket asks again. */
const requoteCode: Code = '11004';

/** Sends orders of one kind on an instrument. */
export function useSubmission<I extends z.ZodObject, R extends z.ZodType>(
  endpoint: Located<I, R>,
  instrument: string,
  { about, tell }: Words<z.input<I>, z.output<R>>,
): Submission<z.input<I>> {
  const { t } = useTranslation('currency');
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const { submit, isPending, isUnknown, cancel } = useMove(endpoint, instrument);
  const place = async (input: z.input<I>, asks = () => false): Promise<Sent> => {
    try {
      const order = await submit(input, { summary: about(input) });
      if (order === undefined) return 'ignored';
      const { orderId, ...content } = tell(order);
      // From here on the toast belongs to the order: later events of it replace this one.
      tellOfOrders({ id: orderId, kind: 'success', ...content });
      learnOrder(order);
      return 'done';
    } catch (error) {
      // The question with the new price says it all.
      if (error instanceof ApiRefusal && error.code === requoteCode && asks()) return 'requote';
      // Others may be in flight, or shown: it says which one this was.
      tellFailed(error, about(input), t('follow.refused'));
      return 'refused';
    }
  };
  return { place, busy: isPending, unknown: isUnknown, cancel };
}
