import { lookup } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { pushService } from '../../../test/push-service.ts';
import { houseKeys } from '../index.ts';
import { isInner, isOfPushService, lookupFor, outerLookup } from './addresses.ts';
import { post } from './post.ts';

describe('an address', () => {
  const known = [
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=a%3d',
  ];
  it.each(known)('is of a push service, and asked for outside alone: %s', (address) => {
    expect(isOfPushService(address, [])).toBe(true);
    expect(lookupFor(address, ['http://127.0.0.1:1'])).toBe(outerLookup);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
  ])('never leads to %s', (ip) => expect(isInner(ip)).toBe(true));
  it.each(['142.250.185.74', '2a00:1450:4001:82b::200a'])('may lead to %s', (ip) => expect(isInner(ip)).toBe(false));
});

describe('a name that leads inwards', () => {
  it.each([true, false])('is not found, all addresses asked for or one (%j)', async (all) => {
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    outerLookup('localhost', { all }, resolve);
    expect((await promise)?.message).toBe('localhost leads to no public address');
  });

  it('is sent nothing; broken twin: by the plain lookup it is', async () => {
    const service = await pushService();
    const origin = service.origin.replace('127.0.0.1', 'localhost');
    const { given, path, read } = service.browser();
    const settings = {
      keys: houseKeys('a secret of this test alone, long enough'),
      origin: 'https://assay.example',
      services: [origin],
    };
    const address = {
      endpoint: `${origin}${path}`,
      p256dh: Buffer.from(given.p256dh, 'base64url'),
      auth: Buffer.from(given.auth, 'base64url'),
    };
    const text = { id: '1', title: 'Price alert', text: 'COINUSDT', path: '/', lang: 'en', dir: 'ltr', at: 0 } as const;
    const sent = (by?: LookupFunction) =>
      post(settings, address, text, { ttlSeconds: 60, urgent: false, signal: new AbortController().signal }, by);
    expect(await sent(outerLookup)).toMatchObject({ outcome: 'later', status: null });
    expect(read()).toEqual([]);
    expect(await sent(lookup)).toMatchObject({ outcome: 'taken' });
    expect(read()).toEqual([text]);
  });

  it('waits for no answer once nobody wants it', async () => {
    const asked = Promise.withResolvers<void>();
    const service = createServer(() => asked.resolve());
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    atEnd(() => service.close());
    const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const { given } = (await pushService()).browser();
    const address = {
      endpoint: `${origin}/device`,
      p256dh: Buffer.from(given.p256dh, 'base64url'),
      auth: Buffer.from(given.auth, 'base64url'),
    };
    const keys = houseKeys('a secret of this test alone, long enough');
    const text = { id: '1', title: 'Price alert', text: 'COINUSDT', path: '/', lang: 'en', dir: 'ltr', at: 0 } as const;
    const over = new AbortController();
    const handling = { ttlSeconds: 60, urgent: false, signal: over.signal };
    const posted = post({ keys, origin: 'https://assay.example', services: [origin] }, address, text, handling);
    await asked.promise;
    over.abort();
    expect(await posted).toEqual({ outcome: 'later', status: null, afterSeconds: 0 });
  });

  it('is asked for all the same where the configuration names it', () => {
    expect(lookupFor('http://localhost:1/x', ['http://localhost:1'])).toBe(lookup);
  });
});
