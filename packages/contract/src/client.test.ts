import { expect, test } from 'vitest';
import { type ClientOptions, ApiRefusal, createClient } from './client.ts';
import type { Endpoint } from './endpoints/endpoint.ts';

const reading = { method: 'GET', path: '/index/getMarketInfo/{id}' } satisfies Pick<Endpoint, 'method' | 'path'>;
const writing = { method: 'POST', path: '/order/stopU' } satisfies Pick<Endpoint, 'method' | 'path'>;

/** A client whose server answers this, and the requests it got. */
function answering(body: unknown, status = 200) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch: ClientOptions['fetch'] = async (url, init) => {
    asked.push({ url, init });
    return typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status });
  };
  return { asked, call: createClient({ origin: 'https://assay.example', fetch, headers: () => ({ virtually: 'NO' }) }) };
}

async function refusal(answer: Promise<unknown>): Promise<ApiRefusal> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiRefusal)) throw new Error('not refused');
  return error;
}

test('parameters of a GET stand in its path and query, lists as repeated keys', async () => {
  const { asked, call } = answering({ code: '200', result: null });
  await call(reading, { id: 'crypto/BTC', code: ['BTCUSDT', 'ETHUSDT'], type: 2, absent: undefined });
  expect(asked[0]?.url).toBe(
    'https://assay.example/swx/customer/index/getMarketInfo/crypto%2FBTC?code=BTCUSDT&code=ETHUSDT&type=2',
  );
  expect(asked[0]?.init.body).toBeUndefined();
});

test('a POST carries its input as JSON, the headers of the moment and its key', async () => {
  const { asked, call } = answering({ code: '200', result: null });
  await call(writing, { id: 'C1' }, { idempotencyKey: 'k1' });
  expect(asked[0]?.init).toMatchObject({
    method: 'POST',
    headers: { virtually: 'NO', 'Content-Type': 'application/json', 'Idempotency-Key': 'k1' },
    body: '{"id":"C1"}',
  });
});

test('an answer with code 200 is unwrapped to its result', async () => {
  expect(await answering({ code: '200', result: { paramValue: 'x' } }).call(reading, { id: '1' })).toEqual({ paramValue: 'x' });
});

test('success is the code and nothing else: HTTP 200 with another code is rejected to the caller', async () => {
  const answer = { code: '10016', message: 'The amount is not correct', fields: { amount: '10016' }, values: { min: '1' } };
  expect(await refusal(answering(answer).call(writing, {}))).toMatchObject({ ...answer, httpStatus: 200 });
});

test('401 is told apart as a code and as a status', async () => {
  const asCode = await refusal(answering({ code: '401', message: 'Please log in.' }).call(writing, {}));
  expect([asCode.code, asCode.httpStatus]).toEqual(['401', 200]);
  const asStatus = await refusal(answering('<html>', 401).call(writing, {}));
  expect([asStatus.code, asStatus.httpStatus]).toEqual(['401', 401]);
});

test('an answer without a code is the unknown error', async () => {
  for (const body of ['<html>Bad gateway</html>', {}, { code: 200, result: 1 }, { code: 'nonsense' }, null]) {
    expect(await refusal(answering(body, 502).call(reading, { id: '1' }))).toMatchObject({ code: '500', httpStatus: 502 });
  }
});
