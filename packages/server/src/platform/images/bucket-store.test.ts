import { createHash, createHmac } from 'node:crypto';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bucketStore } from './bucket-store.ts';

const access = { region: 'eu-test-1', accessKeyId: 'AKTEST', secretAccessKey: 'the secret of this test' };
const objects = new Map<string, Buffer>();
const seen: { authorization: string; body: Buffer }[] = [];
let failures = 0;

/** Signs the request anew, as the storage does (AWS signature version 4), and compares. */
function isSigned(request: IncomingMessage): boolean {
  const { authorization = '', host = '' } = request.headers;
  const [, day, region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKTEST\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      authorization,
    ) ?? [];
  if (day === undefined || region !== access.region) return false;
  const headers = names.split(';').map((name) => `${name}:${name === 'host' ? host : String(request.headers[name])}\n`);
  const { pathname } = new URL(request.url ?? '', 'http://storage');
  const payload = String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, pathname, '', headers.join(''), names, payload].join('\n');
  const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${access.secretAccessKey}`);
  const text = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, digest].join('\n');
  return sign(key, text).toString('hex') === signature;
}

const server = createServer((request, response) => {
  void buffer(request).then((body) => {
    seen.push({ authorization: request.headers.authorization ?? '', body });
    const name = request.url ?? '';
    if (failures > 0) {
      failures -= 1;
      return response.writeHead(503).end();
    }
    if (!isSigned(request)) return response.writeHead(403).end();
    if (request.method === 'PUT') objects.set(name, body);
    if (request.method === 'DELETE') objects.delete(name);
    const found = request.method === 'GET' ? objects.get(name) : Buffer.alloc(0);
    return response.writeHead(found === undefined ? 404 : 200).end(found);
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures`;
});
afterAll(() => server.close());

const name = '3f2b1c7e-1111-4222-8333-444455556666';

test('bytes are put, got and removed with signed requests', async () => {
  const store = bucketStore({ ...access, url });
  await store.put(name, Buffer.from('sealed bytes'));
  expect([...objects.keys()]).toEqual([`/pictures/images/${name}`]);
  expect((await store.get(name))?.toString()).toBe('sealed bytes');
  await store.remove(name);
  expect(await store.get(name)).toBeUndefined();
  await store.remove(name);
});

test('with another secret the storage refuses, and that is our own mistake', async () => {
  const store = bucketStore({ ...access, url, secretAccessKey: 'another' });
  await expect(store.put(name, Buffer.from('x'))).rejects.toThrow('answered PUT with 403');
  expect(objects.size).toBe(0);
});

test('a storage that falters is asked again', async () => {
  const store = bucketStore({ ...access, url });
  failures = 1;
  await store.put(name, Buffer.from('sealed'));
  expect((await store.get(name))?.toString()).toBe('sealed');
});
