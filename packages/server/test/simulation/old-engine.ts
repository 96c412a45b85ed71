import type { Source } from '../../src/engine/index.ts';
import type { Database } from '../../src/platform/database.ts';
import type { EngineWorld } from './deployment.ts';

/** It tried three times within half a second. */
const triesMax = 3;

/**
 * The engine as it was: an act that fails is retried for half a second and forgotten, and the next leader knows no
 * earlier price. No mark on the tape, nothing parked.
 */
export function withoutMemory({ db, sources }: EngineWorld): EngineWorld {
  const query: Database['query'] = async (sql, values) =>
    sql.includes('from quote_batches') ? [] : db.query<never>(sql, values);
  return { db: { ...db, query }, sources: sources.map(forgetful) };
}

function forgetful(source: Source): Source {
  const tries = new Map<string, number>();
  return {
    ...source,
    act: async (id, quote, ...more) => {
      const name = `${id} ${quote.time}`;
      try {
        return await source.act(id, quote, ...more);
      } catch (error) {
        const failed = (tries.get(name) ?? 0) + 1;
        tries.set(name, failed);
        if (failed < triesMax) throw error;
        return undefined;
      }
    },
  };
}

/** The engine as if an order had no targets: it never comes for one. What ends all of an order ends it as ever. */
export function withoutTargets({ db, sources }: EngineWorld): EngineWorld {
  return { db, sources: sources.map((source) => (source.topic === 'positions' ? blind(db, source) : source)) };
}

function blind(db: Pick<Database, 'query'>, source: Source): Source {
  const reached = `select from positions p, jsonb_to_recordset(p.targets) t (price bigint)
    where p.id = $1 and p.status = 'open' and case p.side when 'long' then t.price <= $2 else t.price >= $3 end`;
  return {
    ...source,
    act: async (id, quote, ...more) => {
      const found = await db.query(reached, [id, quote.bid, quote.ask]);
      return found.length === 0 ? source.act(id, quote, ...more) : undefined;
    },
  };
}
