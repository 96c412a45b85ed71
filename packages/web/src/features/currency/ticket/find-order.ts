import type { Position } from '@assay/contract/endpoints/order.ts';
import type { OpenRequest } from '@assay/domain/positions/decide-open.ts';

/** The order that a request became, although its answer was lost: one that was not known before and says the same. */
export function findOrder(
  request: OpenRequest,
  code: string,
  known: ReadonlySet<string>,
  orders: readonly Position[],
): Position | undefined {
  return orders.find(
    (order) =>
      !known.has(order.id) &&
      order.code === code &&
      order.side === request.side &&
      order.orderType === request.type &&
      order.leverage === request.leverage &&
      Number(order.lots) === Number(request.lots),
  );
}
