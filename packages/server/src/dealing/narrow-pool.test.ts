import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { fundLending, lending } from '../../test/loans.ts';
import { offerPiece } from '../../test/nfts.ts';
import { fundTreasury, modest, product } from '../../test/plans.ts';
import { expectSoundBooks, fund } from '../../test/trading.ts';
import { putOnSale } from '../plans/index.ts';

// The fewest connections that a process may be given.
const db = await testDatabase(2);
const { borrower, ask, clock, quote } = await lending(db);
for (const book of ['demo', 'real'] as const) await fund(db, book);
await fundTreasury(db, '100000');
await fundLending(db, '100000');
await putOnSale(db, [product('gold', null, modest)], clock.now());

it('one connection is enough for everybody at once, in every product: nobody who has it waits for another', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => borrower(`narrow${number}`, '10000')));
  const pieces = await Promise.all(people.map(() => offerPiece(db, clock.now())));
  await quote(10_000);
  const other = await db.connect();
  // No customer has dealt before: the accounts they need are not open yet.
  const contract = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
  const option = { code: 'COINUSDT', direction: 'up', amount: '10', periodId: '1min' } as const;
  const coins = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '1' } as const;
  const answers = await Promise.all(
    people.flatMap(({ demo, real }, place) => [
      demo(order.buyU, contract),
      real(order.buyU, contract),
      demo(order.buyOptions, option),
      real(order.buyOptions, option),
      demo(order.submit, coins),
      real(order.submit, coins),
      real(order.buySmart, { productId: 'plan-gold', days: 8, amount: '100' }),
      ask(real, '200'),
      real(user.buyNft, { id: pieces[place] ?? '', kind: 'bid', amount: '50' }),
    ]),
  );
  expect(answers).toHaveLength(54);
  other.release();
  await expectSoundBooks(db);
});
