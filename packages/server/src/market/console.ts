import type { DeskInstrument } from '@assay/contract/endpoints/console/products.ts';
import { instrumentCalls } from '@assay/contract/endpoints/console/products.ts';
import { type ChangedTerms, areReasonable } from '@assay/domain/market/changed-terms.ts';
import type { ContractTerms, Instrument } from '@assay/domain/market/instrument.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { z } from 'zod';
import { type Desk, cursorOf, propose, serveDesk, serveDeskMove } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { changedTerms } from './instruments.ts';
import { serveOpeningsDesk } from './openings.ts';
import type { Market } from './prices.ts';
import { priceText } from './wire.ts';

const act = 'instrument.terms';

/** As a proposal keeps it: what differs from the catalogue, in words of the wire. */
const payload = z.object({ code: z.string(), contract: z.record(z.string(), z.unknown()) });

export interface InstrumentsDesk {
  readonly market: Market;
  /** Countries in which an instrument's options are switched off, by its code; "*" stands for all. */
  readonly optionsOff: (db: Queryable) => Promise<ReadonlyMap<string, readonly string[]>>;
}

/** GET instruments/list, instruments/listOpenings · POST instruments/proposeTerms, instruments/proposeRealPrice */
export function serveInstrumentsDesk(desk: Desk, { market, optionsOff }: InstrumentsDesk): void {
  serveOpeningsDesk(desk, market);
  const listed = new Map(market.catalogue().map((one) => [one.code, one]));

  desk.act({
    kind: act,
    roles: ['finance', 'administrator'],
    schema: payload,
    exclusive: true,
    check: async (_, { code, contract }) => refusalOf(listed.get(code), contract),
    apply: async (tx, { code, contract }) => {
      await tx.query('update instruments set changed_terms = $2 where code = $1', [code, JSON.stringify({ contract })]);
      tx.afterCommit(() => market.termsChanged());
      return undefined;
    },
  });

  serveDesk(desk, instrumentCalls.list, async (_, { q = '', assetClass, only, limit, cursor }) => {
    const from = cursorOf(cursor);
    if (isRefusal(from)) return from;
    const off = await optionsOff(desk.db);
    const words = q.toLowerCase();
    const found = market.instruments().flatMap((instrument) => {
      const item = itemOf(market, instrument, listed.get(instrument.code), off.get(instrument.code) ?? []);
      const wanted =
        (assetClass === undefined || item.assetClass === assetClass) &&
        (only === undefined || (only === 'changed' ? item.changed : item.suspendedSince !== null)) &&
        `${item.code} ${item.name}`.toLowerCase().includes(words);
      return wanted ? [item] : [];
    });
    const end = (from ?? 0) + limit;
    return { items: found.slice(from ?? 0, end), nextCursor: end < found.length ? String(end) : null };
  });

  serveDeskMove(desk, instrumentCalls.proposeTerms, async (call, { code, reason, ...contract }, tx, audit) => {
    if (!listed.has(code)) return refuse('404', { code: '404' });
    return propose(desk, call, tx, audit, { kind: act, subject: `instrument:${code}`, payload: { code, contract }, reason });
  });
}

function refusalOf(listed: Instrument | undefined, contract: Readonly<Record<string, unknown>>): Refusal | undefined {
  const read = changedTerms.safeParse({ contract });
  if (listed === undefined || !read.success) return refuse('11140');
  // What the schema leaves out is absent, not undefined.
  const changes: ChangedTerms = { ...read.data.contract };
  return areReasonable(listed.contract, changes) ? undefined : refuse('11140');
}

function itemOf(
  market: Market,
  instrument: Instrument,
  listed: Instrument | undefined,
  optionsOff: readonly string[],
): DeskInstrument {
  const { code, name, assetClass, contract } = instrument;
  const since = market.suspendedSince(code);
  const quote = market.quote(code);
  const terms = termsOf(contract);
  const before = termsOf(listed?.contract ?? contract);
  return {
    code,
    name,
    assetClass,
    feed: market.feedKind(instrument),
    tradable: market.tradable(code),
    suspendedSince: since === undefined ? null : new Date(since).toISOString(),
    quoteTime: quote === undefined ? null : new Date(quote.time).toISOString(),
    bid: quote === undefined ? '' : priceText(quote.bid, instrument),
    ask: quote === undefined ? '' : priceText(quote.ask, instrument),
    terms,
    listed: before,
    changed: JSON.stringify(terms) !== JSON.stringify(before),
    optionsOff: [...optionsOff],
  };
}

function termsOf(terms: ContractTerms): DeskInstrument['terms'] {
  return {
    leverages: [...terms.leverages],
    feeRate: formatFixed(terms.feeRate),
    maintenanceRate: formatFixed(terms.maintenanceRate),
    financingRateLong: formatFixed(terms.financingRateLong),
    financingRateShort: formatFixed(terms.financingRateShort),
    lotsMin: formatFixed(terms.lotsMin),
    lotsMax: formatFixed(terms.lotsMax),
  };
}
