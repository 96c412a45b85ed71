import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useErrorText, useProblemTitle } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { useRefreshPlans } from '../use-plans.ts';

type Purchase = InputOf<(typeof order)['buySmart']>;

/** Buys a plan; true once it is bought. A press while one is under way is ignored. */
export function useBuyPlan(): { buy(purchase: Purchase, name: string): Promise<boolean>; busy: boolean; cancel(): void } {
  const { t } = useTranslation('trading');
  const errorText = useErrorText();
  const problemTitle = useProblemTitle();
  const refresh = useRefreshPlans();
  const format = useFormat();
  const move = useMove(calls.order.buySmart);
  const buy = async (purchase: Purchase, name: string) => {
    try {
      const plan = await move.submit(purchase, { summary: `${name} · ${format.exactAmount(purchase.amount)} USDT` });
      if (plan === undefined) return false;
      const title = t(plan.status === 'waiting' ? 'follow.waiting' : 'follow.opened');
      toast({ kind: 'success', title, text: `${plan.product} · ${plan.orderNo}` });
      return true;
    } catch (error) {
      toast({ kind: 'error', title: problemTitle(error, t('follow.refused')), text: errorText(error) });
      return false;
    } finally {
      refresh();
    }
  };
  return { buy, busy: move.isPending, cancel: move.cancel };
}
