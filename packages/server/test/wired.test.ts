import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { login } from '@assay/contract/endpoints/login.ts';
import { expect, test } from 'vitest';
import { atEnd } from './at-end.ts';
import { testDatabase } from './database.ts';
import { password } from './identity-app.ts';
import { wholeServer } from './whole-server.ts';

// What the environment switches on is switched on in the server as a whole.

const number = 'D300107-ABCDEFGHJK';

test.for([
  { set: {}, says: '200' },
  { set: { DEVICE_CODES: 'on' }, says: '11269' },
])('with $set a password on an unknown device is answered with $says', async ({ set, says }) => {
  const { identity, send } = await wholeServer(await testDatabase(), set);
  await identity.createUser({ userName: 'stranger', email: 'stranger@example.com', password, language: 'en' });
  expect((await send(login.login, { account: 'stranger', password }, {})).code).toBe(says);
});

test('with SCREENING_URL its program is asked about what waits, and holds it until it has answered', async () => {
  const asked: unknown[] = [];
  const program = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => asked.push(JSON.parse(body)));
    request.on('end', () => response.end('{"answer":"look"}'));
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  atEnd(() => program.close());
  const url = `http://127.0.0.1:${(program.address() as AddressInfo).port}/ask`;
  const db = await testDatabase();
  const screened = { SCREENING_URL: url, SCREENING_KEY: 'a key that both know' };
  const { funds, kyc, person } = await wholeServer(db, screened);
  for (const { screening } of [funds, kyc]) expect(await screening?.stateOf(db, 'deposit', number)).toBe('unknown');
  const { userId } = await person('depositor');
  const hash = 'ab'.repeat(32);
  await db.query(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, created_at)
     select $3, $1, n.coin, n.id, n.chain, 'ours', 100000000, $2, now() from networks n where n.id = 'TRC20'`,
    [userId, hash, number],
  );
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked).toEqual([{ about: 'deposit', case: number, chain: 'tron', address: 'ours', coin: 'USDT', hashes: [hash] }]);
  await expect.poll(() => funds.screening?.stateOf(db, 'deposit', number)).toBe('look');
});
