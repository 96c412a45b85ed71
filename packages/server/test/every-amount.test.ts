import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { allCustomerCalls, customerCalls } from '@assay/contract/endpoints/registry.ts';
import { requestBytesMax } from '@assay/contract/vocabulary/limits.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { testDatabase } from './database.ts';
import { hashOf, wallet } from './funding.ts';
import { mailedCode, minute } from './identity-app.ts';
import { formOf, picture } from './images.ts';
import { offerPiece } from './nfts.ts';
import { type Answer, fingerprint, wholeServer } from './whole-server.ts';

// Inputs that must be refused where a call takes an amount, and where it takes a picture: taken from the table of calls, so
// that a new amount is attacked the day it is declared.

const { login, order, user } = customerCalls;
const db = await testDatabase();
const server = await wholeServer(db);
const person = await server.person('anastasia');
const ids: Record<string, string> = {};
let proof: Blob;

const code = 'COINUSDT';
let transactions = 0;
/** Each of another transaction: one can be reported once. */
function report() {
  const hash = hashOf((transactions += 1));
  return { coin: 'USDT', network: 'TRC20', amount: '500', hash, lastSix: hash.slice(-6) };
}
/** A call that takes amounts, as it would be accepted; `demo` where play money will do. */
const sound: Record<string, { book?: 'demo'; input: () => object; image?: string }> = {
  '/order/buyU': { book: 'demo', input: () => ({ code, side: 'long', type: 'limit', lots: '1', leverage: 5, price: '90' }) },
  '/order/amendU': { book: 'demo', input: () => ({ id: ids['contract'], stopLoss: '95' }) },
  '/order/margin': { book: 'demo', input: () => ({ id: ids['contract'], amount: '1', way: 'add' }) },
  '/order/reverse': { book: 'demo', input: () => ({ id: ids['other contract'] }) },
  '/order/buyOptions': { book: 'demo', input: () => ({ code, direction: 'up', amount: '10', periodId: '1hour' }) },
  '/order/submit': { book: 'demo', input: () => ({ code, side: 'buy', type: 'limit', price: '90', quantity: '1' }) },
  '/order/amendBb': { book: 'demo', input: () => ({ id: ids['spot'], price: '89' }) },
  '/order/dust': { book: 'demo', input: () => ({ codes: [code], seenReceived: '0.5' }) },
  '/order/buySmart': { input: () => ({ productId: 'plan-gold', days: 8, amount: '100' }) },
  '/order/stopSmart': { input: () => ({ id: ids['plan'] }) },
  '/user/loan': {
    input: () => ({ termId: 'loan-month', amount: '1000', language: 'en', agreementVersion: '3', seenRepayment: '1023' }),
    image: 'signature',
  },
  '/user/repayLoan': { input: () => ({ id: ids['loan'] }) },
  '/user/setDailyLoss': { input: () => ({ limit: '100' }) },
  '/user/buyNft': { input: () => ({ id: ids['nft'], kind: 'bid', amount: '50' }) },
  '/user/recharge': {
    input: report,
    image: 'proof',
  },
  '/user/withdrawal': { input: () => ({ methodId: ids['method'], asset: 'USDT', amount: '100', code: ids['code'] }) },
  '/user/createPriceAlert': { input: () => ({ code, direction: 'below', price: '50' }) },
  // Last, because nothing can be done with the contract after it.
  '/order/stopU': { book: 'demo', input: () => ({ id: ids['contract'] }) },
};

const texts = ['-1', '0', 'NaN', 'Infinity', '1e309', '9007199254740993', '١٢٣', '__proto__', '0x10', '1,5', ' 1', ''];
const hostile: readonly unknown[] = [...texts, '1'.repeat(400), -1, 0, 2 ** 53 + 2, true, [], ['1'], {}];
/**
 * What may be any number: the price that was seen at a limit order, or that is higher than what is paid, and a report, which
 * two operators judge.
 */
const anyNumber = new Set([
  '/order/buyU seenPrice',
  '/order/buyOptions seenPrice',
  '/order/submit seenPrice',
  '/user/recharge amount',
]);

/** An amount is a text that reads as a decimal number and as nothing else. */
function amountsOf({ input }: Endpoint): string[] {
  const reads = (field: z.ZodType, text: string) => field.safeParse(text).success;
  return Object.entries<z.ZodType>(input.shape)
    .filter(([, field]) => reads(field, '1.5') && !reads(field, 'words') && !reads(field, 'WORDS'))
    .map(([name]) => name);
}
const taking = allCustomerCalls.filter((endpoint) => amountsOf(endpoint).length > 0);
const attacks = taking.flatMap((endpoint) =>
  amountsOf(endpoint).map((field): [string, string, Endpoint] => [endpoint.path, field, endpoint]),
);

const headersOf = (book?: 'demo') => ({
  ...(book === 'demo' ? person.demoHeaders : person.realHeaders),
  'idempotency-key': randomUUID(),
});

beforeAll(async () => {
  const key = () => ({ idempotencyKey: randomUUID() });
  await person.demo(user.openSupport, { language: 'en' });
  proof = await picture();
  await server.quote();
  const contract = { code, side: 'long', type: 'market', lots: '1', leverage: 5 } as const;
  ids['contract'] = (await person.demo(order.buyU, contract, key())).id;
  ids['other contract'] = (await person.demo(order.buyU, contract, key())).id;
  const waiting = { code, side: 'buy', type: 'limit', price: '90', quantity: '1' } as const;
  ids['spot'] = (await person.demo(order.submit, waiting, key())).id;
  // Of 0.999 coins 0.007 are left, which are worth less than the smallest order.
  await person.demo(order.submit, { code, side: 'buy', type: 'market', quantity: '1' }, key());
  await person.demo(order.submit, { code, side: 'sell', type: 'market', quantity: '0.992' }, key());
  ids['plan'] = (await person.real(order.buySmart, { productId: 'plan-silver', days: 8, amount: '100' }, key())).id;
  const saved = { coin: 'USDT', network: 'TRC20', address: wallet, label: 'Mine' };
  ids['method'] = (await person.real(user.saveCoinAddress, saved, key())).id;
  ids['nft'] = await offerPiece(db, server.clock.now());
  const asked = { termId: 'loan-month', amount: '1000', language: 'en', agreementVersion: '3', seenRepayment: '1023' } as const;
  ids['loan'] = (await person.real(user.loan, asked, { ...key(), images: { signature: proof } })).id;
});

async function ask(endpoint: Endpoint, input: object, book?: 'demo'): Promise<Answer> {
  const image = sound[endpoint.path]?.image;
  if (image === undefined) return server.send(endpoint, input, headersOf(book));
  const { type, content } = await formOf(input as Record<string, unknown>, { [image]: proof });
  return server.send(endpoint, {}, { ...headersOf(book), 'content-type': type }, content);
}

const withPictures = allCustomerCalls.filter(({ body }) => body === 'multipart');

describe('a form', () => {
  const parts = '--edge\r\nContent-Disposition: form-data; name="amount"\r\n\r\n1\r\n';
  const file = (name: string) => `--edge\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\nx\r\n`;
  const edged = 'multipart/form-data; boundary=edge';
  const malformed = (name: string): [what: string, status: number, type: string, content: string][] => [
    ['without an edge', 400, 'multipart/form-data', `${parts}--edge--\r\n`],
    ['that is cut off', 400, edged, parts],
    ['that is none', 400, edged, 'words'],
    ['with a file that nobody asked for', 400, edged, `${file('passport')}--edge--\r\n`],
    ['with a file twice', 400, edged, `${file(name)}${file(name)}--edge--\r\n`],
    ['with a field twice', 400, edged, `${parts}${parts}--edge--\r\n`],
    ['with a field for the prototype', 400, edged, `${parts.replace('amount', '__proto__')}--edge--\r\n`],
    ['with text for a picture', 400, edged, `${parts.replace('amount', name)}--edge--\r\n`],
    ['of a foreign type', 415, 'text/xml', '<x/>'],
    ['beyond all measure', 413, edged, `${file(name)}${'x'.repeat(requestBytesMax)}\r\n--edge--\r\n`],
  ];

  test.each(withPictures.map((endpoint): [string, Endpoint] => [endpoint.path, endpoint]))(
    'to %s is refused when it is malformed, and no file is kept',
    async (_, endpoint) => {
      const [name = ''] = Object.keys(endpoint.images);
      const before = await fingerprint(db);
      const kept = await readdir(server.folder, { recursive: true });
      for (const [what, status, type, content] of malformed(name)) {
        // Pictures in a chat are slowed down to six a minute.
        server.clock.advance(minute);
        const answer = await server.send(endpoint, {}, { ...headersOf(), 'content-type': type }, content);
        expect([what, answer.status]).toEqual([what, status]);
      }
      expect(await fingerprint(db)).toEqual(before);
      expect(await readdir(server.folder, { recursive: true })).toEqual(kept);
    },
  );

  test('with something else than a picture is refused by its content', async () => {
    const before = await fingerprint(db);
    for (const content of ['<svg onload="alert(1)"/>', '%PDF-1.7', 'GIF89a', '\u0089PNG\r\n']) {
      const { type, content: sent } = await formOf(report(), { proof: new Blob([content]) });
      const answer = await server.send(user.recharge, {}, { ...headersOf(), 'content-type': type }, sent);
      expect([content, answer.code]).toEqual([content, '11025']);
    }
    expect(await fingerprint(db)).toEqual(before);
  });
});

describe('an amount', () => {
  beforeAll(async () => {
    server.clock.advance(minute);
    await person.real(login.sendCode, { purpose: 'withdraw' });
    ids['code'] = await mailedCode(db, person.email);
    await server.quote();
  });

  test('that any call takes is attacked here', () => {
    expect(taking.map(({ path }) => path).filter((path) => !(path in sound))).toEqual([]);
  });

  test.each(attacks)('of %s %s is a sound number, or nothing is written', async (path, field, endpoint) => {
    const { input, book } = sound[path] ?? { input: () => ({}) };
    const before = await fingerprint(db);
    const taken: unknown[] = [];
    for (const value of hostile) {
      const { status } = await ask(endpoint, { ...input(), [field]: value }, book);
      if (status < 400 || status >= 500) taken.push(value);
    }
    const free = anyNumber.has(`${path} ${field}`);
    expect(taken.filter((value) => !free || !String(value).startsWith('9007'))).toEqual([]);
    if (!free) expect(await fingerprint(db)).toEqual(before);
  });

  test.each(Object.entries(sound))('of %s goes through when it is sound', async (path, { input, book }) => {
    const endpoint = taking.find((one) => one.path === path);
    if (endpoint === undefined) throw new Error(`${path} takes no amount`);
    const { status, body } = await ask(endpoint, input(), book);
    // A loan that is not paid out yet can't be repaid, nor requested twice; the input itself is valid.
    expect(path.includes('oan') ? 422 : 200, JSON.stringify(body)).toBe(status);
  });
});
