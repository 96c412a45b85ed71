import { instrumentCalls } from '@assay/contract/endpoints/console/products.ts';
import type { Market } from '../market/index.ts';
import { type Desk, serveDeskMove } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { refuse } from '../platform/refusal.ts';

/** Countries in which each instrument's options are switched off; "*" stands for all. Instruments sold everywhere are left out. */
export async function optionsOff(db: Queryable): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ code: string; countries: string[] }>(
    `select code, array_agg(coalesce(country, '*') order by country nulls first) as countries from options_off group by code`,
  );
  return new Map(rows.map(({ code, countries }) => [code, countries]));
}

/** POST instruments/switchOptions: one operator may stop a sale at once, and resume it; no money moves by it. */
export function serveOptionsDesk(desk: Desk, market: Pick<Market, 'instrument'>): void {
  serveDeskMove(desk, instrumentCalls.switchOptions, async (_, { code, country, off, reason }, tx, audit) => {
    if (market.instrument(code) === undefined) return refuse('404', { code: '404' });
    await tx.query(
      off
        ? 'insert into options_off (code, country) values ($1, $2) on conflict do nothing'
        : 'delete from options_off where code = $1 and country is not distinct from $2',
      [code, country],
    );
    const action = off ? 'options.switchedOff' : 'options.switchedOn';
    audit({ action, subject: `instrument:${code}`, details: { country: country ?? '*', reason } });
    const all = await optionsOff(tx);
    return { code, optionsOff: [...(all.get(code) ?? [])] };
  });
}
