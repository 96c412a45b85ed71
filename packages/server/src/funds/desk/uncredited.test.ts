import { depositDeskCalls as calls } from '@assay/contract/endpoints/console/deposits.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { serveFundsDesk } from '../index.ts';

test('what no case credits is listed whole, page by page, down to what has waited for longest', async () => {
  const db = await testDatabase();
  const { clock, customer, funds } = await funding(db);
  const { operatorWith } = await consoleApp(db, clock, (desk) => serveFundsDesk(desk, funds));
  const finance = await operatorWith(['finance']);
  const { real, userId } = await customer('paid_often');
  const { address } = (await real(user.depositCoins, {})).find(({ network }) => network === 'ERC20') ?? { address: '' };
  await db.query(
    "insert into chain_watches (chain, height, head, head_at, heard_at) values ('ethereum', 20, 20, now(), now())",
  );
  await db.query(
    `insert into chain_payments (network_id, chain, hash, place, user_id, address, amount, height, block, seen_at)
     select id, chain, lpad(to_hex(n), 64, '0'), 0, $1, $2, n * 1000000, 9, repeat('0', 64), now()
     from networks, generate_series(1, 120) n where id = 'ERC20'`,
    [userId, address],
  );
  const amounts: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 3; pages += 1) {
    const page = await finance.call(calls.uncredited, { limit: 50, ...(cursor !== undefined && { cursor }) });
    amounts.push(...page.items.map(({ amount }) => amount));
    cursor = page.nextCursor ?? undefined;
  }
  expect(cursor).toBeUndefined();
  expect(amounts).toEqual(Array.from({ length: 120 }, (_, place) => String(120 - place)));
  await expect(finance.call(calls.uncredited, { cursor: 'none' })).rejects.toMatchObject({ code: '400' });
});
