import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { allCustomerCalls, customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from './database.ts';
import { hashOf, wallet } from './funding.ts';
import { mailedCode, minute, password } from './identity-app.ts';
import { picture } from './images.ts';
import { fingerprint, wholeServer } from './whole-server.ts';

// Two customers. Ana has one of everything that can be had; Ben tries each of her numbers on every call that takes one. The
// answer is the same as for a number that never existed, and nothing is written.

const { login, order, user } = customerCalls;
const db = await testDatabase();
const server = await wholeServer(db);
const ana = await server.person('anastasia');
const ben = await server.person('benjamin');

interface Attempt {
  readonly endpoint: Endpoint;
  readonly book?: Book;
  /** The place of the number. */
  readonly field?: string;
  readonly id: () => string;
  readonly more?: object;
}

/** What Ana has, by its name. */
const hers: Record<string, string> = {};
const her = (thing: string) => () => hers[thing] ?? '';
const locked = { password };

/** Every call that takes the number of a customer's object; Ana uses them in this order herself. */
const attempts: Record<string, Attempt> = {
  'amend a contract': { endpoint: order.amendU, book: 'demo', id: her('contract'), more: { stopLoss: '50' } },
  'add margin to a contract': { endpoint: order.margin, book: 'demo', id: her('contract'), more: { amount: '1', way: 'add' } },
  'reverse a contract': { endpoint: order.reverse, book: 'demo', id: her('other contract') },
  'close a contract': { endpoint: order.stopU, book: 'demo', id: her('contract') },
  'read the receipt of a contract': { endpoint: order.receipt, book: 'demo', id: her('contract') },
  'read the receipt of an option': { endpoint: order.receipt, book: 'demo', id: her('option') },
  'read the receipt of a spot order': { endpoint: order.receipt, book: 'demo', id: her('spot') },
  'read the receipt of a plan': { endpoint: order.receipt, id: her('plan') },
  'read an option': { endpoint: order.getOptionsOrderById, book: 'demo', id: her('option') },
  'amend a spot order': { endpoint: order.amendBb, book: 'demo', id: her('spot'), more: { price: '50' } },
  'cancel a spot order': { endpoint: order.cancelBb, book: 'demo', id: her('spot') },
  'share the receipt of a plan': { endpoint: user.shareReceipt, id: her('plan'), more: { hidesAmounts: true } },
  'read how a receipt is shared': { endpoint: user.shareOf, id: her('plan') },
  'take a shared receipt back': { endpoint: user.revokeShare, id: her('plan') },
  'look at a picture': { endpoint: user.image, id: her('picture') },
  'read a loan agreement': { endpoint: user.loanAgreement, id: her('loan') },
  'repay a loan': { endpoint: user.repayLoan, id: her('loan') },
  'cancel a loan': { endpoint: user.cancelLoan, id: her('loan') },
  'cancel a withdrawal': { endpoint: user.cancelWithdrawal, id: her('withdrawal') },
  'delete a withdrawal method': { endpoint: user.deleteWithdrawalMethod, id: her('method') },
  'delete a price alert': { endpoint: user.deletePriceAlert, id: her('alert') },
  'end a sign-in': { endpoint: user.unlinkSignIn, id: her('signIn'), more: locked },
  'remove a passkey': { endpoint: user.removePasskey, id: her('passkey'), more: locked },
  'look at the uses of an API key': { endpoint: user.apiKeyUses, id: her('apiKey') },
  'revoke an API key': { endpoint: user.revokeApiKey, id: her('apiKey'), more: locked },
  'remove a device that is told': { endpoint: user.removePushDevice, id: her('device') },
  'end a session': { endpoint: user.endSession, id: her('session') },
  // Last, because the plan is settled by itself a moment later.
  'leave a plan': { endpoint: order.stopSmart, id: her('plan') },
};

/** Numbers of public offers of the house, and numbers chosen by the caller. */
const everybodys = new Set([
  'GET /index/getMarketInfo/{id}',
  'GET /index/getContentsById/{id}',
  'GET /index/getNft/{id}',
  'POST /user/buyNft id',
  'POST /order/buyOptions periodId',
  'POST /order/buySmart productId',
  'POST /user/loan termId',
  'POST /user/support/send clientId',
  'POST /user/support/sendImage clientId',
]);
/** They have stories of their own: the first needs a code of its caller, the second and the third answer nothing, the last is a visitor's. */
const elsewhere = new Set([
  'POST /user/withdrawal methodId',
  'POST /user/readNotification id',
  'POST /user/seenNotification id',
  'GET /user/support/image/{id}',
]);

const nameOf = ({ method, path }: Endpoint, field: string) =>
  path.includes(`{${field}}`) ? `${method} ${path}` : `${method} ${path} ${field}`;

/** The same shape, of nothing that is. */
function never(id: string): string {
  if (/^[0-9a-f]{8}-/.test(id)) return randomUUID();
  if (/^[A-Z]\d{6}-/.test(id)) return `${id.slice(0, -4)}ZZZZ`;
  return id.replace(/\d+/, '999999999');
}

beforeAll(async () => {
  const { demo, real } = ana;
  const key = () => ({ idempotencyKey: randomUUID() });
  const code = 'COINUSDT';
  await server.quote();
  const contract = { code, side: 'long', type: 'market', lots: '1', leverage: 5 } as const;
  hers['contract'] = (await demo(order.buyU, contract, key())).id;
  hers['other contract'] = (await demo(order.buyU, contract, key())).id;
  hers['option'] = (await demo(order.buyOptions, { code, direction: 'up', amount: '10', periodId: '1hour' }, key())).id;
  const limit = { code, side: 'buy', type: 'limit', price: '50', quantity: '1' } as const;
  hers['spot'] = (await demo(order.submit, limit, key())).id;
  hers['plan'] = (await real(order.buySmart, { productId: 'plan-gold', days: 8, amount: '100' }, key())).id;
  const deposit = { coin: 'USDT', network: 'TRC20', amount: '500', hash: hashOf(1), lastSix: hashOf(1).slice(-6) };
  await real(user.recharge, deposit, { ...key(), images: { proof: await picture() } });
  const [kept] = await db.query<{ id: string }>('select id::text as id from images where owner_id = $1', [ana.userId]);
  hers['picture'] = kept?.id ?? '';
  const asked = { termId: 'loan-month', amount: '1000', language: 'en', agreementVersion: '3', seenRepayment: '1023' } as const;
  hers['loan'] = (await real(user.loan, asked, { ...key(), images: { signature: await picture('#101820') } })).id;
  const saved = { coin: 'USDT', network: 'TRC20', address: wallet, label: 'Mine' };
  hers['method'] = (await real(user.saveCoinAddress, saved, key())).id;
  server.clock.advance(minute);
  await real(login.sendCode, { purpose: 'withdraw' });
  const withdrawal = { methodId: hers['method'], asset: 'USDT', amount: '100', code: await mailedCode(db, ana.email) };
  hers['withdrawal'] = (await real(user.withdrawal, withdrawal, key())).id;
  hers['alert'] = (await real(user.createPriceAlert, { code, direction: 'below', price: '50' }, key())).id;
  const [signIn] = await db.query<{ id: number }>(
    `insert into linked_sign_ins (user_id, kind, issuer, subject, label, created_at)
     values ($1, 'wallet', 'eip155', '0x1', '0x1', now()) returning id`,
    [ana.userId],
  );
  hers['signIn'] = String(signIn?.id);
  const [passkey] = await db.query<{ id: number }>(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, 'credential', '\\x01', 0, '{}', 'Phone', now()) returning id`,
    [ana.userId],
  );
  hers['passkey'] = String(passkey?.id);
  const terms = { name: 'Robot', right: 'read', book: 'both', days: 30, password } as const;
  hers['apiKey'] = (await real(user.makeApiKey, terms)).key.id;
  const [told] = await db.query<{ id: string }>(
    `insert into push_devices (user_id, session_id, endpoint, p256dh, auth, device, added_at)
     select user_id, max(id), 'https://push.example/1', decode(repeat('04', 65), 'hex'), decode(repeat('05', 16), 'hex'), '', now()
     from sessions where user_id = $1 group by user_id returning id::text`,
    [ana.userId],
  );
  hers['device'] = told?.id ?? '';
  hers['session'] = (await real(user.sessions, {})).at(0)?.id ?? '';
  await server.quote();
});

test('every call that takes a number is tried here, or its number is everybody’s', () => {
  const tried = new Set(Object.values(attempts).map(({ endpoint, field = 'id' }) => nameOf(endpoint, field)));
  const taking = allCustomerCalls.flatMap((endpoint) =>
    Object.keys(endpoint.input.shape)
      .filter((field) => /^id$|Id$/.test(field))
      .map((field) => nameOf(endpoint, field)),
  );
  expect(taking.filter((name) => !tried.has(name) && !everybodys.has(name) && !elsewhere.has(name))).toEqual([]);
});

test('a password is kept at its full cost by the server as it is put together', async () => {
  const [row] = await db.query<{ hash: string }>('select password_hash as hash from users where id = $1', [ana.userId]);
  expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a withdrawal to the method of somebody else goes nowhere', async () => {
  const saved = { coin: 'USDT', network: 'TRC20', address: wallet, label: 'Mine' };
  const { id: methodId } = await (await server.person('cleopatra')).real(user.saveCoinAddress, saved);
  server.clock.advance(minute);
  await ben.real(login.sendCode, { purpose: 'withdraw' });
  const code = await mailedCode(db, ben.email);
  const before = await fingerprint(db);
  const [strange, absent] = await Promise.all(
    [methodId, never(methodId)].map((id) =>
      server.send(user.withdrawal, { methodId: id, asset: 'USDT', amount: '100', code }, ben.realHeaders),
    ),
  );
  expect([strange?.status, strange?.code]).toEqual([422, '10025']);
  expect(strange?.body).toEqual(absent?.body);
  expect(await fingerprint(db)).toEqual(before);
});

test.each(Object.entries(attempts))('nobody else can %s', async (_, { endpoint, book, field = 'id', id, more }) => {
  const headers = ({ demoHeaders, realHeaders }: typeof ana, account: Book = book ?? 'real') => ({
    ...(account === 'demo' ? demoHeaders : realHeaders),
    'idempotency-key': randomUUID(),
  });
  const own = id();
  expect(own).not.toBe('');
  const before = await fingerprint(db);
  const strange = await server.send(endpoint, { ...more, [field]: own }, headers(ben));
  const absent = await server.send(endpoint, { ...more, [field]: never(own) }, headers(ben));
  expect([strange.status, strange.code]).toEqual([404, '404']);
  // Not a word more than about what never was.
  expect(strange.body).toEqual(absent.body);
  expect(await fingerprint(db)).toEqual(before);
  // Nor does it exist on her own other account.
  if (endpoint.auth === 'account') {
    const crossed = await server.send(endpoint, { ...more, [field]: own }, headers(ana, book === 'demo' ? 'real' : 'demo'));
    expect(crossed.body).toEqual(absent.body);
    expect(await fingerprint(db)).toEqual(before);
  }
  // It is hers, and there: otherwise all this would prove nothing.
  expect((await server.send(endpoint, { ...more, [field]: own }, headers(ana))).status).not.toBe(404);
});
