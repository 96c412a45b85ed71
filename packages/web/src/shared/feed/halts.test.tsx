import type { HaltInForce } from '@assay/contract/vocabulary/halts.ts';
import { expect, test } from 'vitest';
import { use } from '../../../test/around.tsx';
import { heardFeed } from '../../../test/feed.ts';
import { wire } from '../../../test/wire.ts';
import { useFeedState } from './feed.ts';
import { useHalts } from './halts.ts';

test('what ended while the line was broken is gone when the next one is opened, which tells nothing of it', async () => {
  wire();
  const { tell, quote, breakOff } = heardFeed();
  const fresh = () => quote({ code: 'BTCUSDT', price: '1', bid: '1', ask: '1', zdf: '0.00', time: '2031-04-05T00:00:00.000Z' });
  const stop: HaltInForce = { scope: 'openings', subject: null, since: '2031-04-05T00:00:00.000Z', until: null, message: null };
  const { result } = await use(() => [useFeedState().state, useHalts()] as const);
  fresh();
  tell({ event: 'halts', data: [stop] });
  await expect.poll(() => result.current).toEqual(['live', [stop]]);
  await breakOff();
  fresh();
  await expect.poll(() => result.current).toEqual(['live', []]);
  tell({ event: 'halts', data: [stop] });
  await expect.poll(() => result.current).toEqual(['live', [stop]]);
});
