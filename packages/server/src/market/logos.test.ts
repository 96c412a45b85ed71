import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { instruments } from '@assay/domain/market/catalogue.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { logos } from './logos.ts';

const manifestPath = createRequire(import.meta.url).resolve('cryptocurrency-icons/manifest.json');

describe('logos', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = fastify();
    await app.register(logos);
  });
  afterAll(() => app.close());

  it('every instrument has one', async () => {
    for (const { logo } of instruments) {
      const answer = await app.inject(logo);
      expect(answer.statusCode, logo).toBe(200);
      expect(answer.headers['content-type']).toContain('image/svg+xml');
      expect(answer.body, logo).toMatch(/<svg[\s\S]*<\/svg>/);
      expect(answer.body, logo).not.toMatch(/<script|\son\w+=/i);
    }
  });

  it('may be kept for a month, and cannot load anything', async () => {
    const { headers } = await app.inject('/logos/crypto/btc.svg');
    expect(headers['cache-control']).toBe('public, max-age=2592000');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('shows both flags of a pair', async () => {
    const { body } = await app.inject('/logos/forex/eurusd.svg');
    const images = [...body.matchAll(/base64,([A-Za-z0-9+/=]+)/g)].map(([, data]) =>
      Buffer.from(data ?? '', 'base64').toString(),
    );
    expect(images.map((image) => /id="flag-icons-(\w+)"/.exec(image)?.[1])).toEqual(['eu', 'us']);
  });

  it.each([
    '/logos/crypto/../../package.json',
    '/logos/crypto/..%2f..%2f..%2fpackage.json',
    '/logos/crypto/%2e%2e%2fmanifest.json',
    '/logos/crypto/btc.svg%00',
    '/logos/crypto/generic.svg',
    '/logos/crypto/BTC.svg',
    '/logos/__proto__/constructor',
    '/logos/stock/nope.svg',
  ])('%s does not exist', async (path) => {
    expect((await app.inject(path)).statusCode).toBe(404);
  });
});

describe('the catalogue of coins', () => {
  it('names the coins as their icons are named, apart from those that are known better by another name', () => {
    const entries = z.array(z.object({ symbol: z.string(), name: z.string() }));
    const manifest = entries.parse(JSON.parse(readFileSync(manifestPath, 'utf8')));
    const names = new Map(manifest.map(({ symbol, name }) => [symbol, name]));
    const coins = instruments.filter((one) => one.assetClass === 'crypto');
    const renamed = coins.filter((one) => names.get(one.base)?.toLowerCase() !== one.name.toLowerCase());
    expect(coins.length).toBeGreaterThanOrEqual(350);
    expect(renamed.length).toBeLessThan(10);
    expect(coins.every((one) => names.has(one.base))).toBe(true);
  });

  it('has an icon for each of them', () => {
    const icons = new Set(readdirSync(join(dirname(manifestPath), 'svg/color')));
    const coins = instruments.filter((one) => one.assetClass === 'crypto');
    expect(coins.filter((one) => !icons.has(`${one.base.toLowerCase()}.svg`))).toEqual([]);
  });
});
