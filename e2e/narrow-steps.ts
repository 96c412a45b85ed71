// A position that whatever the price does next ends: who ends it has somebody who watches.
import type { Position } from '@assay/contract/endpoints/order.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { type Person, until } from './harness.ts';

const { index, order } = customerCalls;
const code = 'BTCUSDT';

/** Opens a position whose stop and target lie a dollar away, so that whatever the price does next ends it. */
export async function openNarrowly({ call }: Person, key: string): Promise<Position> {
  const opened = await call(
    order.buyU,
    { code, side: 'long', type: 'market', lots: '0.1', leverage: 10 },
    { idempotencyKey: key },
  );
  const { bid } = await call(index.getMarketInfo, { id: code });
  const away = (dollars: number) => (Number(bid) + dollars).toFixed(opened.priceScale);
  return call(order.amendU, { id: opened.id, stopLoss: away(-1), takeProfit: away(1) }, { idempotencyKey: `${key}-stops` });
}

export async function ended({ call }: Person, { id }: Position): Promise<Position> {
  return until(
    'the stop or the target',
    async () => {
      const { items } = await call(order.listUOrder, { code });
      return items.find((item) => item.id === id && item.status !== 'open');
    },
    30_000,
  );
}
