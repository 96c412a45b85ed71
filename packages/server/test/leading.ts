import { Engine } from '../src/engine/engine.ts';
import type { Resting, Source } from '../src/engine/index.ts';
import type { Market } from '../src/market/index.ts';
import type { Bus } from '../src/platform/bus.ts';
import type { Database } from '../src/platform/database.ts';
import { type Lead, Term } from '../src/platform/lead/lead.ts';
import { takeLease } from '../src/platform/lead/lease.ts';
import { atEnd } from './at-end.ts';
import { silent } from './database.ts';

interface Watched {
  readonly db: Database;
  readonly market: Market;
  readonly bus: Bus;
  readonly sources: readonly Source[];
  /** Milliseconds that only ever grow; the machine's own where nothing else is said. */
  readonly elapsed?: () => number;
}

/** An engine that leads at once, fed by the market and the bus, until it is `over`. */
export async function leading({ db, market, bus, sources, ...time }: Watched) {
  const engine = new Engine({ db, sources, log: silent, ...time });
  const ends = [
    market.onQuote((quote) => engine.see(quote)),
    ...sources.map((source) => bus.subscribe<Resting>(source.topic, (resting) => engine.apply(source, resting))),
  ];
  await engine.lead();
  const over = async () => {
    for (const end of ends) end();
    await engine.retire();
  };
  return { engine, over };
}

/** The same, with a time that passes for it by hand. */
export async function leadingByHand(watched: Omit<Watched, 'elapsed'>) {
  let elapsed = 0;
  const { engine, over } = await leading({ ...watched, elapsed: () => elapsed });
  return {
    engine,
    /** Looks for lost messages, and eleven seconds later moves the mark. */
    mark: async () => {
      await engine.reconcile();
      elapsed += 11_000;
      await engine.saveJudged();
    },
    /** As a process that dies: it writes nothing down. */
    die: over,
  };
}

/** A market that leads already, for an engine that begins to lead beside it, as the test wants it. */
export function ledAlready({ onQuote }: Pick<Market, 'onQuote'>): Pick<Market, 'onQuote' | 'lead' | 'standBy'> {
  return { onQuote, lead: async (_, before) => before?.(), standBy: async () => undefined };
}

/** The lease of a database: this process takes it, or another does and this one does not know. */
export async function leaseOf(db: Pick<Database, 'direct' | 'name'>, lead: Lead) {
  const direct = await db.direct();
  atEnd(() => direct.close());
  return {
    takeLead: async (): Promise<void> => {
      const sentAt = lead.elapsed();
      const term = await takeLease(direct, db.name, true);
      if (term === undefined) throw new Error('somebody else leads');
      lead.begun(new Term(term, sentAt, lead.elapsed), sentAt);
    },
    loseLead: () => takeLease(direct, 'another', true),
  };
}
