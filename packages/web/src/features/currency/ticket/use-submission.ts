import { ApiRefusal, type Located } from '@assay/contract/client.ts';
import type { Code } from '@assay/contract/vocabulary/codes.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { NoAnswer } from '../../../shared/client/api.ts';
import { useMove } from '../../../shared/client/move.ts';
import { useRefreshAccount } from '../../../shared/trading/account.ts';
import { useErrorText } from '../../../ui/states.tsx';
import { type ToastContent, dismissToast, toast } from '../../../ui/toast.tsx';

export type Outcome = 'done' | 'requote' | 'refused' | 'unknown' | 'ignored';

export interface Submission<Input> {
  /** Sends one order and follows it in one toast. A press while one is under way is ignored. */
  place(input: Input): Promise<Outcome>;
  readonly busy: boolean;
  /** An order whose answer never came. Sent again it keeps its key, so that it has one effect. */
  readonly unanswered: Input | null;
  forget(): void;
}

interface Words<Input, Order> {
  /** What the toast says beside "submitting". */
  about(input: Input): string;
  tell(order: Order): Pick<ToastContent, 'title' | 'text'> & { orderId: string };
  /** The order that the input became although its answer was lost. */
  find(input: Input): Promise<Order | undefined>;
}

/** The price has moved beyond what was accepted: the ticket asks again. */
const requoteCode: Code = '11004';

/** Sends orders of one kind: each has one effect, one toast, and an end that the person learns of. */
export function useSubmission<I extends z.ZodObject, R extends z.ZodType>(
  endpoint: Located<I, R>,
  { about, tell, find }: Words<z.input<I>, z.output<R>>,
): Submission<z.input<I>> {
  const { t } = useTranslation('currency');
  const errorText = useErrorText();
  const refresh = useRefreshAccount();
  const move = useMove(endpoint);
  const [unanswered, setUnanswered] = useState<z.input<I> | null>(null);
  /** The toast of the order that is not answered: sending it again goes on in the same one. */
  const lastToast = useRef<string | null>(null);

  const done = (id: string, order: z.output<R>): Outcome => {
    const { orderId, ...content } = tell(order);
    // From here on the toast is the order's own: what becomes of it later replaces this.
    dismissToast(id);
    toast({ id: `order-${orderId}`, kind: 'success', ...content });
    setUnanswered(null);
    refresh();
    return 'done';
  };

  const lookUp = async (id: string, input: z.input<I>): Promise<Outcome> => {
    toast({ id, kind: 'progress', title: t('follow.lookingUp') });
    const found = await find(input).catch(() => undefined);
    if (found !== undefined) return done(id, found);
    setUnanswered(input);
    lastToast.current = id;
    toast({ id, kind: 'error', title: t('unknown.title'), text: t('unknown.text') });
    return 'unknown';
  };

  const place = async (input: z.input<I>): Promise<Outcome> => {
    const again = input === unanswered && lastToast.current !== null ? { id: lastToast.current } : {};
    const id = toast({ ...again, kind: 'progress', title: t('follow.submitting'), text: about(input) });
    try {
      const order = await move.submit(input);
      if (order !== undefined) return done(id, order);
      dismissToast(id);
      return 'ignored';
    } catch (error) {
      if (error instanceof NoAnswer) return lookUp(id, input);
      setUnanswered(null);
      if (error instanceof ApiRefusal && error.code === requoteCode) {
        // The question with the new price says it all.
        dismissToast(id);
        return 'requote';
      }
      toast({ id, kind: 'error', title: t('follow.refused'), text: errorText(error) });
      return 'refused';
    }
  };
  return { place, busy: move.isPending, unanswered, forget: () => setUnanswered(null) };
}
