// A position that any next price ends: its end proves that an engine watches prices.
import { ApiRefusal } from '@assay/contract/client.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { type Person, until } from './harness.ts';

const { index, order } = customerCalls;
const code = 'BTCUSDT';
/** What has not come to be by then is stuck, on any machine. */
const stuckMs = 90_000;

/**
 * Opens a position whose stop and target lie a dollar away, or some more, so that whatever the price does next ends it. If a
 * price has passed them before they are set, a new one is used.
 */
export async function openNarrowly({ call }: Person, key: string, dollars = 1): Promise<Position> {
  const opened = await call(
    order.buyU,
    { code, side: 'long', type: 'market', lots: '0.1', leverage: 10 },
    { idempotencyKey: key },
  );
  let asked = 0;
  return until(
    'stops on both sides of the price',
    async () => {
      asked += 1;
      const { bid } = await call(index.getMarketInfo, { id: code });
      const at = (away: number) => (Number(bid) + away).toFixed(opened.priceScale);
      const stops = { id: opened.id, stopLoss: at(-dollars), takeProfit: at(dollars) };
      return call(order.amendU, stops, { idempotencyKey: `${key}-stops-${asked}` }).catch((error: unknown) => {
        if (error instanceof ApiRefusal && error.code === '11005') return undefined;
        throw error;
      });
    },
    stuckMs,
  );
}

export async function ended({ call }: Person, { id }: Position): Promise<Position> {
  return until(
    'the stop or the target',
    async () => {
      const { items } = await call(order.listUOrder, { code });
      return items.find((item) => item.id === id && item.status !== 'open');
    },
    stuckMs,
  );
}
