// A push service and the browsers that have an address there, by RFC 8030, 8188, 8291 and 8292, and by nothing of the product's own.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './at-end.ts';

/** What came for a browser. */
export interface Arrived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What it answers instead, to whom, and when: at once, or no sooner than that. */
interface OtherAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly path?: string;
  readonly until?: Promise<unknown>;
}

/** Accepts messages for its browsers, unless a test sets another answer. */
export async function pushService() {
  const arrived: Arrived[] = [];
  const answers: OtherAnswer[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      arrived.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      const place = answers.findIndex(({ path = request.url }) => path === request.url);
      const { status, headers, until }: OtherAnswer = (place < 0 ? undefined : answers.splice(place, 1)[0]) ?? { status: 201 };
      await until;
      response.writeHead(status, headers).end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** A browser that has a push subscription. */
  function browser() {
    const keys = createECDH('prime256v1');
    const p256dh = keys.generateKeys();
    const auth = randomBytes(16);
    const path = `/to/${randomBytes(12).toString('base64url')}`;
    return {
      path,
      given: { endpoint: `${origin}${path}`, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
      /** What it reads of what has come for it, in order. */
      read: () => arrived.filter((one) => one.path === path).map(({ body }) => opened(body, keys, p256dh, auth)),
      headers: () => arrived.filter((one) => one.path === path).map(({ headers }) => headers),
    };
  }
  return { origin, arrived, answers, browser };
}

type Keys = ReturnType<typeof createECDH>;

const derived = (salt: Buffer, key: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** One record of `aes128gcm`. Throws when it was encrypted for another key. */
function opened(body: Buffer, keys: Keys, own: Buffer, auth: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const idBytes = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idBytes);
  const sealed = body.subarray(21 + idBytes);
  const shared = keys.computeSecret(sender);
  const input = derived(auth, shared, Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]), 32);
  const key = derived(salt, input, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(salt, input, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  return JSON.parse(padded.subarray(0, end).toString());
}

/** Who has signed, and what for; throws when the signature is not of the key that is named. */
export function signedBy({ authorization = '' }: IncomingHttpHeaders): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isGood = verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  if (!isGood) throw new Error('the signature is not of the key that is named');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> };
}
