import { ApiRefusal } from '@assay/contract/client.ts';
import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useRefreshProducts } from '../../../shared/trading/plan-products.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { useRefreshPlans } from '../use-plans.ts';

type Purchase = InputOf<(typeof order)['buySmart']>;

/** Buys a plan; true once it is bought. A press while one is under way is ignored. */
export function useBuyPlan(): { buy(purchase: Purchase, name: string): Promise<boolean>; busy: boolean; cancel(): void } {
  const { t } = useTranslation('trading');
  const tellFailed = useTellFailed();
  const refresh = useRefreshPlans();
  const refreshProducts = useRefreshProducts();
  const format = useFormat();
  const move = useMove(calls.order.buySmart);
  const buy = async (purchase: Purchase, name: string) => {
    const summary = `${name} · ${format.exactAmount(purchase.amount)} USDT`;
    try {
      const plan = await move.submit(purchase, { summary });
      if (plan === undefined) return false;
      const title = t(plan.status === 'waiting' ? 'follow.waiting' : 'follow.opened');
      toast({ kind: 'success', title, text: `${plan.product} · ${plan.orderNo}` });
      return true;
    } catch (error) {
      tellFailed(error, summary);
      if (error instanceof ApiRefusal && error.code === '11209') refreshProducts();
      return false;
    } finally {
      refresh();
    }
  };
  return { buy, busy: move.isPending, cancel: move.cancel };
}
