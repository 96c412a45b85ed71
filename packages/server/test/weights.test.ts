import { openSpotOrdersMax } from '@assay/domain/spot/decide-submit.ts';
import { describe, expect, it } from 'vitest';
import type { Dealer, Order } from '../src/dealing/index.ts';
import { sweep } from '../src/positions/submit.ts';
import { cancelAll, convertDust, placeOrder } from '../src/spot/submit.ts';
import { called, effect, effectsDatabase } from './counter/effects.ts';
import { trading } from './trading.ts';

const { db, counting } = await effectsDatabase();
const { positions, spot, quote, person } = await trading(db);

/** What an act is submitted as. */
async function submitted(act: (dealer: Dealer) => Promise<unknown>): Promise<Order> {
  const commands: Order[] = [];
  const submit = (command: Order) => Promise.resolve(commands.push(command));
  await act({ submit, within: () => Promise.reject(new Error('it is a command of its own')) });
  const [command] = commands;
  if (command === undefined) throw new Error('nothing was submitted');
  return command;
}

/** How so many acts that have come in at once are written, beside a triggered limit of another customer. */
async function writtenAs(many: number, { weight = 1 }: Order): Promise<string[]> {
  const { work, submit } = counting();
  const acts = Array.from({ length: many }, () => submit(effect('sweep', { weight })));
  await Promise.all([...acts, submit(effect('limit', { lane: 'demo' }))]);
  return work.groups.map((group) => group.map(({ name }) => name).join(' '));
}

const call = (key: string) => called('weights', key);
const { userId } = await person('weighs');
const owner = { userId, book: 'demo' } as const;

describe('ending all contracts of an account', () => {
  it.each(['closeAll', 'cancelAll'] as const)('is half a group, so that nobody waits for many: %s', async (kind) => {
    const command = await submitted((dealer) => sweep({ ...positions, dealer }, owner, call(kind), kind, {}));
    expect(await writtenAs(5, command)).toEqual(['sweep sweep limit', 'sweep sweep', 'sweep']);
  });
});

describe('ending many orders for coins', () => {
  const ending = () => submitted((dealer) => cancelAll({ ...spot, dealer }, owner, call('all'), undefined));

  it('is as much as it ends, and where it ends as many as anybody may have a quarter of a group', async () => {
    await quote(10_000);
    const limit = { code: 'COINUSDT', side: 'buy', type: 'limit', price: '90', quantity: '0.5' } as const;
    const place = (from: number, to: number) =>
      Promise.all(Array.from({ length: to - from }, (_, more) => placeOrder(spot, owner, call(`limit ${from + more}`), limit)));
    expect((await ending()).weight).toBe(1);
    await place(0, 13);
    // 16 × 13 ÷ 200 = 1.04, up.
    expect((await ending()).weight).toBe(2);
    await place(13, openSpotOrdersMax);
    expect(await writtenAs(9, await ending())).toEqual(['sweep sweep sweep sweep limit', 'sweep sweep sweep sweep', 'sweep']);
  });

  it('is never nothing: what is sold of leftovers of a coin or two is one order', async () => {
    const command = await submitted((dealer) =>
      convertDust({ ...spot, dealer }, owner, call('dust'), { codes: ['COINUSDT', 'NONE'] }),
    );
    expect(command.weight).toBe(1);
  });
});
