import { instrumentCalls } from '@assay/contract/endpoints/console/products.ts';
import { z } from 'zod';
import type { Market } from '../market/index.ts';
import { type Desk, propose, serveDeskMove } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { refuse } from '../platform/refusal.ts';

/** Countries in which each instrument's options are switched off; "*" stands for all. Instruments sold everywhere are left out. */
export async function optionsOff(db: Queryable): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ code: string; countries: string[] }>(
    `select code, array_agg(coalesce(country, '*') order by country nulls first) as countries from options_off group by code`,
  );
  return new Map(rows.map(({ code, countries }) => [code, countries]));
}

const sale = z.object({ code: z.string(), country: z.string().nullable() });
type Sale = z.infer<typeof sale>;

const isOff = async (db: Queryable, { code, country }: Sale): Promise<boolean> =>
  (await db.query('select from options_off where code = $1 and country is not distinct from $2', [code, country])).length > 0;

/** POST instruments/switchOptions, proposeOptions: one operator stops a sale at once, two resume it; no money moves by it. */
export function serveOptionsDesk(desk: Desk, market: Pick<Market, 'instrument'>): void {
  serveDeskMove(desk, instrumentCalls.switchOptions, async (_, { code, country, reason }, tx, audit) => {
    if (market.instrument(code) === undefined) return refuse('404', { code: '404' });
    await tx.query('insert into options_off (code, country) values ($1, $2) on conflict do nothing', [code, country]);
    audit({ action: 'options.switchedOff', subject: `instrument:${code}`, details: { country: country ?? '*', reason } });
    const all = await optionsOff(tx);
    return { code, optionsOff: [...(all.get(code) ?? [])] };
  });
  desk.act({
    kind: 'instrument.resumeOptions',
    roles: ['finance', 'administrator'],
    exclusive: true,
    schema: sale,
    check: async (tx, change) => ((await isOff(tx, change)) ? undefined : refuse('11081')),
    apply: async (tx, { code, country }, { audit }) => {
      await tx.query('delete from options_off where code = $1 and country is not distinct from $2', [code, country]);
      audit({ action: 'options.switchedOn', subject: `instrument:${code}`, details: { country: country ?? '*' } });
      return undefined;
    },
  });
  serveDeskMove(desk, instrumentCalls.proposeOptions, (call, { reason, ...payload }, tx, audit) =>
    propose(desk, call, tx, audit, {
      kind: 'instrument.resumeOptions',
      subject: `instrument:${payload.code}`,
      payload,
      reason,
    }),
  );
}
