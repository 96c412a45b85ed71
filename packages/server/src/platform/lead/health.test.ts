import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { serveHealth, showLead } from './health.ts';
import { Lead, Term } from './lead.ts';

interface Situation {
  readonly standby?: boolean;
  readonly away?: boolean;
  readonly connected?: boolean;
  readonly led?: boolean;
  readonly stands?: boolean;
  readonly leads?: 'loading' | 'watching';
  readonly tapeLagMs?: number;
  readonly bookingMs?: number;
  readonly held?: boolean;
  readonly leaving?: boolean;
}

/** The leader, as seen by another process. */
function leadSeen(led: boolean): Lead {
  const lead = new Lead(() => 0);
  lead.seen({ term: 7n, leftMs: led ? 1 : 0 }, 0);
  return lead;
}

/** All that is asked beside the database. */
const well = {
  bus: { connected: true },
  lead: leadSeen(true),
  stands: true,
  tapeLagMs: () => 0,
  bookingMs: () => 0,
  held: () => true,
  leaving: () => false,
};

async function readiness(situation: Situation) {
  const { standby = false, away = false, connected = true, led = true, stands = true } = situation;
  const [tapeLagMs, bookingMs] = [() => situation.tapeLagMs ?? 0, () => situation.bookingMs ?? 0];
  const app = Fastify();
  const query = async () => {
    if (away) throw new Error('the database is away');
    return [{ standby }];
  };
  const lead = leadSeen(led);
  if (situation.leads !== undefined) lead.begun(new Term(7n, 0, lead.elapsed), 0);
  if (situation.leads === 'watching') lead.loaded();
  const [bus, held, leaving] = [{ connected }, situation.held ?? true, situation.leaving ?? false];
  const told = { held: () => held, leaving: () => leaving };
  serveHealth(app, { db: { query: query as never }, bus, lead, stands, tapeLagMs, bookingMs, ...told });
  const { statusCode, json } = await app.inject('/readyz');
  expect(json()).toMatchObject({ ready: statusCode === 200, held });
  const alive = await app.inject('/healthz');
  expect(alive.statusCode).toBe(200);
  await app.close();
  return statusCode;
}

it.each<[string, Situation, number]>([
  ['all is well', {}, 200],
  ['the database is away', { away: true }, 503],
  ['the database takes no writes', { standby: true }, 503],
  ['the bus is not connected', { connected: false }, 503],
  ['nobody leads where somebody should', { led: false }, 503],
  ['nobody leads beside a process that never does', { led: false, stands: false }, 200],
  ['it leads and is still loading', { leads: 'loading' }, 503],
  ['it leads and watches', { leads: 'watching' }, 200],
  ['prices wait a little for the tape', { tapeLagMs: 2_000 }, 200],
  ['prices do not get to the tape', { tapeLagMs: 2_001 }, 503],
  ['a group takes long', { bookingMs: 8_000 }, 200],
  ['a group takes longer than anybody waits', { bookingMs: 8_001 }, 503],
  ['it has been asked to go', { leaving: true }, 503],
  ['nobody knows what customers hold, who can close it all the same', { held: false }, 200],
])('when %s it says so', async (_, situation, status) => {
  expect(await readiness(situation)).toBe(status);
});

it('asks the database one question at a time, however many ask', async () => {
  const app = Fastify();
  const asked: (() => void)[] = [];
  const query = () => new Promise<never>((resolve) => asked.push(() => resolve([{ standby: false }] as never)));
  serveHealth(app, { db: { query }, ...well });
  const answers = Array.from({ length: 100 }, () => app.inject('/readyz').then(({ statusCode }) => statusCode));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  // Time enough for all of them to have come in.
  await app.inject('/healthz');
  expect(asked).toHaveLength(1);
  asked[0]?.();
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  const next = app.inject('/readyz');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.();
  expect((await next).statusCode).toBe(200);
  await app.close();
});

it('does not wait for a database that says nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const app = Fastify();
  const query = () => new Promise<never>(() => undefined);
  serveHealth(app, { db: { query }, ...well });
  const asked = app.inject('/readyz').then(({ statusCode }) => statusCode);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toBe(503);
  vi.useRealTimers();
  await app.close();
});

it('metrics show who leads also where other figures are asked of a database that says nothing', async () => {
  const metrics = createMetrics();
  showLead(metrics, leadSeen(true));
  metrics.observedBy('asked', 'Of the database', 'name', () => new Promise(() => undefined));
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/^lead_anywhere 1$/m);
  expect(text).not.toMatch(/^asked\{/m);
});

it('metrics show who leads when somebody asks, not when it last changed', async () => {
  const metrics = createMetrics();
  let now = 0;
  const lead = new Lead(() => now);
  showLead(metrics, lead);
  lead.seen({ term: 7n, leftMs: 5_000 }, 0);
  const shown = async () => {
    const text = await metrics.registry.metrics();
    return ['lead_here', 'lead_anywhere', 'lead_term'].map((name) => new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  };
  expect(await shown()).toEqual(['0', '1', '7']);
  now = 5_000;
  expect(await shown()).toEqual(['0', '0', '7']);
});
