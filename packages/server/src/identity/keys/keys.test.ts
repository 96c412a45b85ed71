import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { signedText } from '@assay/contract/signing.ts';
import { isKeyNetwork, keyTermFits } from '@assay/contract/vocabulary/api-keys.ts';
import { expect, test } from 'vitest';
import { silent, testDatabase } from '../../../test/database.ts';
import { day, identityApp, minute, newestMail, password, refusalOf, standingClock } from '../../../test/identity-app.ts';
import { partsOf } from '../../../test/signing.ts';
import type { Database } from '../../platform/database.ts';
import { createRateLimiter } from '../../platform/limits/rate-limit.ts';
import type { KeyHolder, Signed } from '../../platform/programs/signed-calls.ts';
import { type Refusal, isRefusal } from '../../platform/refusal.ts';
import { standingsOf } from '../credentials/sessions.ts';
import { createKeyDoor } from './door.ts';

const db = await testDatabase();
const clock = standingClock();
const { from, register } = await identityApp(db, clock);
const serverSecret = 'a secret of this test alone, long enough';

const terms: SentTo<typeof user.makeApiKey> = {
  name: 'Robot',
  right: 'trade',
  book: 'demo',
  networks: ['203.0.113.0/24'],
  days: 30,
  password,
};

async function owner(userName: string) {
  const { token, id } = await register(userName);
  return { userId: id, address: `${userName}@example.com`, call: from('192.0.2.1', token) };
}

const doorOf = (database: Database = db) =>
  createKeyDoor({ db: database, clock, log: silent, limit: createRateLimiter(clock), secret: serverSecret });

/** What a request of this key looks like at the door. */
function asked(key: { readonly id: string; readonly secret: string | null }, ip = '203.0.113.7'): Signed {
  const text = signedText(partsOf({ target: '/swx/customer/order/listUOrder', time: clock.wall(), virtually: 'NO' }));
  const signature = createHmac('sha256', key.secret ?? '')
    .update(text)
    .digest();
  return { keyId: key.id, time: clock.wall(), windowMs: 5000, text, signature, ip };
}

const codeOf = (answer: KeyHolder | Refusal) => (isRefusal(answer) ? answer.code : 'in');

test('a key is made by password, its secret shown once, its owner told by mail and on the screen', async () => {
  const { call, address, userId } = await owner('maker');
  expect(await refusalOf(call(user.makeApiKey, { ...terms, password: 'not it at all' }))).toBe('10004');
  const { key, secret, keys } = await call(user.makeApiKey, terms);
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(keys).toEqual([key]);
  const expiresAt = new Date(clock.wall() + 30 * day).toISOString();
  expect(key).toMatchObject({ name: 'Robot', right: 'trade', book: 'demo', signs: 'secret', expiresAt, lastUsedAt: null });
  const mail = await newestMail(db, address);
  expect(mail.subject).toBe('A new API key for your Assay account');
  expect(mail.body).toContain('“Robot”');
  const told = await db.query('select kind, read_at, facts from notifications where user_id = $1', [userId]);
  expect(told).toEqual([{ kind: 'apiKeyMade', read_at: null, facts: { keyName: 'Robot', right: 'trade' } }]);
  // Neither the list nor the table has what it signs with in plain.
  expect(JSON.stringify(await call(user.apiKeys, {}))).not.toContain(secret);
  const [row] = await db.query<{ row: string }>('select to_jsonb(k)::text as row from api_keys k where user_id = $1', [userId]);
  expect(row?.row).not.toContain(secret);
  expect(row?.row).not.toContain(Buffer.from(secret ?? '').toString('hex'));
});

test('at most ten keys are good at a time; a name, term, network or public key that is none is refused', async () => {
  const { call, userId } = await owner('collector');
  const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const faults: [Partial<typeof terms>, string][] = [
    [{ name: 'https://evil.example' }, '11390'],
    [{ networks: ['0.0.0.0/0'] }, '11387'],
    [{ networks: ['somewhere'] }, '11387'],
    [{ networks: [], days: 91 }, '11388'],
    [{ publicKey: 'AAAA' }, '11389'],
    [
      {
        publicKey: pem,
      },
      '11389',
    ],
  ];
  for (const [change, code] of faults) expect(await refusalOf(call(user.makeApiKey, { ...terms, ...change }))).toBe(code);
  for (let number = 1; number <= 10; number += 1) await call(user.makeApiKey, { ...terms, days: 1 });
  expect(await refusalOf(call(user.makeApiKey, terms))).toBe('11386');
  // The database enforces the terms for every writer.
  const change = (set: string) => db.query(`update api_keys set ${set} where user_id = $1`, [userId]);
  for (const set of ["book = 'real'", "right_to = 'read'", "networks = '{}'", "expires_at = expires_at + interval '1 day'"])
    await expect(change(set)).rejects.toThrow('never change');
  clock.advance(day + 1);
  // What has ended makes room.
  expect((await call(user.makeApiKey, terms)).keys).toHaveLength(11);
});

test('two keys at once never make eleven', async () => {
  const { call } = await owner('racer');
  for (let number = 1; number <= 9; number += 1) await call(user.makeApiKey, terms);
  const both = await Promise.allSettled([1, 2].map(() => call(user.makeApiKey, terms)));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('the right signature opens, from the right network, until the key expires or is revoked', async () => {
  const { call, userId, address } = await owner('opener');
  const { key, secret } = await call(user.makeApiKey, terms);
  const signed = { id: key.id, secret };
  const door = doorOf();
  expect(await door.holderOf(asked(signed))).toMatchObject({
    user: { id: userId, frozen: false },
    right: 'trade',
    book: 'demo',
  });
  expect(codeOf(await door.holderOf(asked(signed, '203.0.114.1')))).toBe('11383');
  expect(codeOf(await door.holderOf(asked({ ...signed, secret: `${secret}x` })))).toBe('11380');
  expect(codeOf(await door.holderOf(asked({ ...signed, id: 'ak_nobodyshasnokey' })))).toBe('11380');
  const [shown] = await call(user.apiKeys, {});
  expect(shown).toMatchObject({ wrongSignatures: 1, wrongAt: new Date(clock.wall()).toISOString() });

  const other = await call(user.makeApiKey, terms);
  expect(await refusalOf(call(user.revokeApiKey, { id: other.key.id, password: 'not it at all' }))).toBe('10004');
  expect(await call(user.revokeApiKey, { id: other.key.id, password })).toHaveLength(1);
  expect((await newestMail(db, address)).subject).toBe('An API key of your Assay account was revoked');
  expect(await refusalOf(call(user.revokeApiKey, { id: other.key.id, password }))).toBe('404');
  expect(codeOf(await door.holderOf(asked({ id: other.key.id, secret: other.secret })))).toBe('11380');
  clock.advance(30 * day);
  expect(codeOf(await door.holderOf(asked(signed)))).toBe('11382');
});

test('a program may sign with a key of its own, of which only the public half is here', async () => {
  const { call } = await owner('ownkey');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const hidden = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  // Pasting the wrong half is refused with that reason, and it is stored nowhere.
  expect(await refusalOf(call(user.makeApiKey, { ...terms, publicKey: hidden }))).toBe('11389');
  const { key, secret } = await call(user.makeApiKey, { ...terms, publicKey: pem });
  expect([key.signs, secret]).toEqual(['publicKey', null]);
  const request = asked({ id: key.id, secret: '' });
  const signature = signWith(null, Buffer.from(request.text), privateKey);
  expect(codeOf(await doorOf().holderOf({ ...request, signature }))).toBe('in');
  expect(codeOf(await doorOf().holderOf({ ...request, signature: signature.fill(0, 0, 1) }))).toBe('11380');
});

test('wrong signatures are counted and slowed down, and never keep the owner out', async () => {
  const { call } = await owner('besieged');
  const { key, secret } = await call(user.makeApiKey, { ...terms, networks: [] });
  const door = doorOf();
  const wrong = asked({ id: key.id, secret: 'guessed' }, '198.51.100.9');
  const answers: string[] = [];
  for (let number = 1; number <= 22; number += 1) answers.push(codeOf(await door.holderOf(wrong)));
  expect(answers).toEqual([...Array.from({ length: 20 }, () => '11380'), '429', '429']);
  // From another network, and from the very one that the guesser uses.
  for (const ip of ['203.0.113.7', '198.51.100.9'])
    expect(codeOf(await door.holderOf(asked({ id: key.id, secret }, ip)))).toBe('in');
  clock.advance(minute);
  expect(codeOf(await door.holderOf(wrong))).toBe('11380');
  const [shown] = await call(user.apiKeys, {});
  expect(shown?.wrongSignatures).toBe(21);
});

test('a new password, and a sign-out everywhere by it, ends all keys', async () => {
  const { call, userId } = await owner('renewed');
  const { key, secret } = await call(user.makeApiKey, terms);
  const door = doorOf();
  const holder = await door.holderOf(asked({ id: key.id, secret }));
  if (isRefusal(holder)) throw new Error(holder.code);
  expect((await standingsOf(db, clock.wall(), [holder.user.sessionId])).size).toBe(1);
  await call(user.repassword, { oldPassword: password, newPassword: 'another horse 2 entirely' });
  expect(codeOf(await door.holderOf(asked({ id: key.id, secret })))).toBe('11380');
  // A cached user is checked again where orders are decided.
  expect(codeOf(await door.holderOf(asked({ id: key.id, secret }), true))).toBe('11380');
  expect((await standingsOf(db, clock.wall(), [holder.user.sessionId])).size).toBe(0);
  expect(await door.stillHolds(holder)).toBe(false);
  const [row] = await db.query('select sealed_secret from api_keys where user_id = $1', [userId]);
  expect(row).toEqual({ sealed_secret: null });
});

test('what a key was used for is written down by day, call and network, for its owner alone', async () => {
  const { call } = await owner('audited');
  const { key, secret } = await call(user.makeApiKey, { ...terms, networks: [] });
  const door = doorOf();
  for (const ip of ['203.0.113.7', '203.0.113.7', '198.51.100.9']) {
    const holder = await door.holderOf(asked({ id: key.id, secret }, ip));
    if (!isRefusal(holder)) door.used(holder, { call: 'POST /order/buyU', ip, refused: ip === '198.51.100.9' });
  }
  await door.settle();
  const today = new Date(clock.wall()).toISOString();
  const use = { day: today.slice(0, 10), call: 'POST /order/buyU', lastAt: today };
  const uses = await call(user.apiKeyUses, { id: key.id });
  expect(uses.toSorted((a, b) => b.calls - a.calls)).toEqual([
    { ...use, network: '203.0.113.7', calls: 2, refused: 0 },
    { ...use, network: '198.51.100.9', calls: 1, refused: 1 },
  ]);
  expect((await call(user.apiKeys, {})).at(0)).toMatchObject({ lastUsedAt: today });
  const stranger = await owner('stranger');
  expect(await refusalOf(stranger.call(user.apiKeyUses, { id: key.id }))).toBe('404');
});

test('versions without one guard each let in whom the door keeps out', async () => {
  const { call } = await owner('twins');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const { key } = await call(user.makeApiKey, { ...terms, publicKey: publicPem });
  const without = (from_: string, to: string): Database => ({
    ...db,
    query: (sql, values) => db.query(sql.replace(from_, to), values),
  });
  const ask = (ip: string) => {
    const request = asked({ id: key.id, secret: '' }, ip);
    return { ...request, signature: signWith(null, Buffer.from(request.text), privateKey) };
  };
  const elsewhere = ask('198.51.100.1');
  expect(codeOf(await doorOf().holderOf(elsewhere))).toBe('11383');
  expect(codeOf(await doorOf(without('k.networks', "'{}'::text[] as networks")).holderOf(elsewhere))).toBe('in');
  await call(user.revokeApiKey, { id: key.id, password });
  expect(codeOf(await doorOf().holderOf(ask('203.0.113.7')))).toBe('11380');
  const unrevoked = doorOf(without(' and k.revoked_at is null', ''));
  expect(codeOf(await unrevoked.holderOf(ask('203.0.113.7')))).toBe('in');
  clock.advance(31 * day);
  expect(codeOf(await unrevoked.holderOf(ask('203.0.113.7')))).toBe('11382');
  const unending = doorOf({
    ...db,
    query: (sql, values) =>
      db.query(
        sql.replace(' and k.revoked_at is null', '').replace('k.expires_at', "k.expires_at + interval '1 year' as expires_at"),
        values,
      ),
  });
  expect(codeOf(await unending.holderOf(ask('203.0.113.7')))).toBe('in');
});

test('all that decides is signed: a text without one of its lines would be the same for another request', () => {
  const request = {
    method: 'POST',
    target: '/swx/customer/order/buyU',
    time: 1,
    virtually: 'NO',
    idempotencyKey: 'a',
    body: '{}',
  } as const;
  const changes = [
    { method: 'GET' },
    { target: '/swx/customer/order/stopU' },
    { target: '/swx/customer/order/buyU?x=1' },
    { time: 2 },
    { window: '30000' },
    { virtually: 'YES' },
    { idempotencyKey: 'b' },
    { deadline: '1' },
    { body: '{ }' },
  ] as const;
  const text = signedText(partsOf(request));
  expect(text.split('\n')).toHaveLength(8);
  for (const change of changes) {
    const altered = signedText(partsOf({ ...request, ...change }));
    expect(altered).not.toBe(text);
    const line = altered.split('\n').findIndex((one, place) => one !== text.split('\n')[place]);
    expect(altered.split('\n').toSpliced(line, 1)).toEqual(text.split('\n').toSpliced(line, 1));
  }
});

test('a network is an address or a range that says something; a trading key from anywhere has a short life', () => {
  const fit = ['203.0.113.7', '203.0.0.0/16', '2001:db8::1', '2001:db8::/32', '10.0.0.0/8'].map(isKeyNetwork);
  expect(fit).toEqual([true, true, true, true, false]);
  for (const text of ['', 'localhost', '203.0.113.7/33', '0.0.0.0/0', '::/0', '1.2.3', '203.0.113.7/', '203.0.113.7/24/1'])
    expect(isKeyNetwork(text)).toBe(false);
  expect(keyTermFits({ right: 'trade', networks: [], days: 90 })).toBe(true);
  expect(keyTermFits({ right: 'trade', networks: [], days: 91 })).toBe(false);
  expect(keyTermFits({ right: 'trade', networks: ['203.0.113.7'], days: 365 })).toBe(true);
  expect(keyTermFits({ right: 'read', networks: [], days: 365 })).toBe(true);
});
