import { artStyles } from '@assay/contract/vocabulary/nfts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, formatAmount, nothing } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { artwork } from './art/artwork.ts';
import { type Auction, decideBid, extensionMs, minimumBid } from './auction.ts';

const cents = fc.bigInt({ min: 1n, max: 10_000_000_000n }).map((units) => amount(units * 10_000n));
const at = Date.UTC(2030, 0, 7);

describe('for every auction', () => {
  it('the smallest bid is a whole cent, at least 5% above the highest, and less than a cent beyond that', () => {
    fc.assert(
      fc.property(cents, (currentBid) => {
        const least = minimumBid({ startPrice: amount(10_000n), currentBid });
        expect(least % 10_000n).toBe(0n);
        expect(least * 100n >= currentBid * 105n).toBe(true);
        expect((least - 10_000n) * 100n < currentBid * 105n).toBe(true);
        expect(least > currentBid).toBe(true);
      }),
    );
  });

  it('a bid is taken exactly from the smallest on, and what is held afterwards is the bid', () => {
    fc.assert(
      fc.property(cents, fc.bigInt({ min: -1000n, max: 1000n }), fc.boolean(), (currentBid, offset, own) => {
        const auction: Auction = {
          status: 'onSale',
          startsAt: at,
          endsAt: at + 10,
          startPrice: amount(10_000n),
          buyNowPrice: null,
          currentBid,
        };
        const least = minimumBid(auction);
        const wanted = amount(least + offset * 10_000n);
        if (wanted <= 0n) return;
        const held = own ? currentBid : nothing;
        const decision = decideBid({ amount: formatAmount(wanted, usdt) }, { auction, now: at, held });
        expect('refused' in decision).toBe(wanted < least);
        if ('refused' in decision) return;
        expect(held + decision.hold).toBe(wanted);
      }),
    );
  });

  it('bids move the end forward alone, and leave at least 15 minutes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 * extensionMs }), { maxLength: 30 }), (waits) => {
        let [now, endsAt, currentBid] = [at, at + 2 * extensionMs, null as Auction['currentBid']];
        for (const wait of waits) {
          now += wait;
          const auction: Auction = {
            status: 'onSale',
            startsAt: at,
            endsAt,
            startPrice: amount(1_000_000n),
            buyNowPrice: null,
            currentBid,
          };
          const decision = decideBid({ amount: formatAmount(minimumBid(auction), usdt) }, { auction, now, held: nothing });
          expect('refused' in decision).toBe(now >= endsAt);
          if ('refused' in decision) return;
          expect(decision.endsAt >= endsAt && decision.endsAt - now >= extensionMs).toBe(true);
          expect(decision.endsAt === endsAt || decision.endsAt === now + extensionMs).toBe(true);
          [endsAt, currentBid] = [decision.endsAt, decision.amount];
        }
      }),
    );
  });
});

describe('for every seed', () => {
  it('a drawing is the same each time, well-formed, of modest size, and nothing but shapes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...artStyles), fc.stringMatching(/^[a-z0-9-]{1,40}$/), (style, seed) => {
        const svg = artwork(style, seed);
        expect(artwork(style, seed)).toBe(svg);
        expect(svg.length).toBeLessThan(120_000);
        expect(svg).not.toMatch(
          /NaN|Infinity|undefined|<script|<foreignObject|href|\son\w+=|https?:\/\/(?!www\.w3\.org\/2000\/svg)/,
        );
        const names = new Set([...svg.matchAll(/<([a-zA-Z]+)/g)].map(([, name]) => name));
        const shapes = 'svg defs linearGradient radialGradient stop clipPath g rect circle ellipse path'.split(' ');
        expect([...names].filter((name) => !shapes.includes(name ?? ''))).toEqual([]);
        const count = (part: string) => svg.split(part).length - 1;
        expect(count('<')).toBe(count('/>') + 2 * count('</'));
      }),
      { numRuns: 60 },
    );
  });

  it('different seeds give different drawings', () => {
    for (const style of artStyles) {
      expect(new Set(Array.from({ length: 12 }, (_, seed) => artwork(style, String(seed)))).size).toBe(12);
    }
  });
});
