import { expect, test } from 'vitest';
import { use } from '../../../test/around.tsx';
import { wire } from '../../../test/wire.ts';
import { queryClient } from './api.ts';
import { fetchModeAhead, useMode } from './queries.ts';

test('what the deployment is, is known from the first draw on where it was asked for ahead of it: nothing moves when it comes', async () => {
  queryClient.clear();
  const { next, calls } = wire();
  fetchModeAhead();
  (await next('/index/getParamByKey/mode')).answer({ paramValue: 'sandbox' });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  const seen: (string | undefined)[] = [];
  await use(() => void seen.push(useMode()));
  expect(new Set(seen)).toEqual(new Set(['sandbox']));
  expect(calls).toHaveLength(1);
});
