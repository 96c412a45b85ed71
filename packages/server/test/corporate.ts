import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Round } from '../src/engine/index.ts';
import { consoleApp } from './console.ts';
import { testDatabase } from './database.ts';
import { hour, standingClock } from './identity-app.ts';
import { listed } from './market.ts';
import { fund, trading } from './trading.ts';

/** A Monday; New York trades from 14:30 to 21:00 UTC. */
export const monday = Date.UTC(2030, 0, 7);
export const reason = 'the company and the exchange say so';
export const key = () => ({ idempotencyKey: crypto.randomUUID() });

const { actions, proposals } = consoleCalls;
export type Asked = Omit<z.input<typeof actions.propose.input>, 'reason'>;

/** Shares with prices of others, an hour before Monday's close, and operators who record what companies make of them. */
export async function corporateWorld(...codes: string[]) {
  const clock = standingClock(monday + 20 * hour);
  const db = await testDatabase();
  const server = await trading(db, { clock, kind: 'live', catalogue: listed(...codes) });
  const { operatorWith } = await consoleApp(db, clock, (desk) => server.serveDesks(desk));
  await fund(db, 'demo');
  /** Two operators, signed in anew: a session lasts no longer than a shift. */
  const two = () => Promise.all([operatorWith(['finance']), operatorWith(['administrator'])]);

  /** A quote at so many dollars, a second later than the last; shares have four decimals. */
  const quote = (code: string, dollars: number) => {
    const ticks = Math.round(dollars * 10_000);
    return server.quote(ticks, ticks, code);
  };
  const until = (time: number) => clock.advance(time - clock.now());
  const roundOf = (name: string, of: readonly Round[] = server.rounds) => {
    const round = of.find((one) => one.name === name);
    if (round === undefined) throw new Error(`nobody sees to ${name}`);
    return () => round.run(new AbortController().signal);
  };
  const runCorporate = roundOf('corporate');

  async function shown(code: string) {
    const [{ call }] = await two();
    return (await call(actions.list, {})).items.filter((one) => one.code === code);
  }
  const statusOf = async (code: string) => (await shown(code)).map(({ status }) => status);

  /** Until it is done: every transaction that runs has to end first, on this server whosever it is. */
  async function seeThrough(code: string, round = runCorporate) {
    const last = async () => {
      await round();
      return (await statusOf(code)).at(0);
    };
    await expect.poll(last).toBe('done');
  }

  /** Two operators record it; answers what became of the proposal. */
  async function record(asked: Asked) {
    const [alice, bob] = await two();
    const { proposalId } = await alice.call(actions.propose, { ...asked, reason }, key());
    return bob.call(proposals.approve, { id: proposalId }, key());
  }

  /** A person's notifications, by order, options last: the order between persons is not guaranteed. */
  async function toldOf(userId: string, kind: string) {
    const rows = await db.query<{ facts: { orderId: string } }>(
      'select facts from notifications where user_id = $1 and kind = $2',
      [userId, kind],
    );
    const told = rows.map(({ facts }) => facts);
    return told.toSorted((one, other) => one.orderId.localeCompare(other.orderId, 'en', { numeric: true }));
  }

  return { db, clock, server, two, quote, until, roundOf, runCorporate, seeThrough, shown, statusOf, record, toldOf };
}
