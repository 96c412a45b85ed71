import type { DeskAction } from '@assay/contract/endpoints/console/actions.ts';
import { actionCalls, leftMax } from '@assay/contract/endpoints/console/actions.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { type Ticks, mid, priceOf } from '@assay/domain/market/quote.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { compare, multiply, toFixed } from '@assay/domain/money/fixed.ts';
import {
  actionKinds,
  type ActionTerms,
  type ActionTimes,
  actionTimes,
  hasActions,
  priceAfter,
} from '@assay/domain/splits/action.ts';
import { z } from 'zod';
import type { Adjuster } from '../engine/index.ts';
import type { Market } from '../market/index.ts';
import { cursorOf, type Desk, type Weight, propose, serveDesk, serveDeskMove } from '../operators/index.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { serveFaultsDesk } from './faults-desk.ts';
import { type ActionRow, columns, termsOf, underWayOf } from './rows.ts';

const recording = 'instrument.recordAction';
const withdrawing = 'instrument.withdrawAction';
const roles = ['finance', 'administrator'] as const;
const dayMs = 86_400_000;

/** As a proposal keeps it, and as the second person reads it. */
const recorded = z.object({
  code: z.string(),
  kind: z.enum(actionKinds),
  toUnits: z.number().optional(),
  fromUnits: z.number().optional(),
  perUnit: z.string().optional(),
  firstDay: z.string(),
});
type Recorded = z.infer<typeof recorded>;
const withdrawn = z.object({ id: z.string(), code: z.string(), kind: z.enum(actionKinds), firstDay: z.string() });

type Prices = Pick<Market, 'instrument' | 'feedKind' | 'quote' | 'termsChanged'>;

/** GET instruments/listActions, instruments/listActionFaults · POST instruments/proposeAction, instruments/proposeActionWithdrawal */
export function serveActionsDesk(desk: Desk, market: Prices, adjusters: readonly Adjuster[]): void {
  actRecording(desk, market);
  actWithdrawing(desk, market);
  serveFaultsDesk(desk);

  serveDesk(desk, actionCalls.list, async (_, { limit, cursor }) => {
    const before = cursorOf(cursor);
    if (isRefusal(before)) return before;
    const rows = await desk.db.query<ActionRow & Counts>(
      `select ${columns}, ${counted('contracts')} as contracts, ${counted('options')} as options
       from corporate_actions c where $1::bigint is null or id < $1 order by id desc limit $2`,
      [before, limit + 1],
    );
    const page = rows.slice(0, limit);
    const nextCursor = rows.length > limit ? String(page.at(-1)?.id) : null;
    const items: DeskAction[] = [];
    for (const row of page) {
      const left = statusOf(row) === 'underWay' ? await countLeft(adjusters, row) : null;
      items.push({ ...shownOf(row, market.instrument(row.code)?.name ?? row.code), left });
    }
    return { items, nextCursor };
  });

  serveDeskMove(desk, actionCalls.propose, async (call, { reason, ...asked }, tx, audit) => {
    // What is left out is absent, not undefined.
    const payload = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    // A day of the past would be about what is over.
    if (Date.parse(asked.firstDay) + dayMs <= desk.clock.now()) return refuse('11156', { firstDay: '11156' });
    return propose(desk, call, tx, audit, { kind: recording, subject: `instrument:${asked.code}`, payload, reason });
  });

  serveDeskMove(desk, actionCalls.proposeWithdrawal, async (call, { id, reason }, tx, audit) => {
    const row = await findWaiting(tx, id);
    if (row === undefined) return refuse('11158');
    const { code, kind, firstDay } = row;
    const payload = { id, code, kind, firstDay };
    return propose(desk, call, tx, audit, { kind: withdrawing, subject: `instrument:${code}`, payload, reason });
  });
}

function actRecording(desk: Desk, market: Prices): void {
  desk.act({
    kind: recording,
    roles,
    schema: recorded,
    exclusive: true,
    check: async (tx, asked) => {
      const times = timesOf(market, asked);
      return isRefusal(times) ? times : recordedAlready(tx, asked);
    },
    weigh: (tx, asked) => weightOf(tx, market, asked),
    apply: async (tx, asked, { proposalId, at }) => {
      const times = timesOf(market, asked);
      if (isRefusal(times)) return times;
      const known = await recordedAlready(tx, asked);
      if (known !== undefined) return known;
      const { code, kind, toUnits = null, fromUnits = null, perUnit = null, firstDay } = asked;
      const [beginsAt, opensAt] = [new Date(times.beginsAt), new Date(times.opensAt)];
      await tx.query(
        `insert into corporate_actions
           (code, kind, to_units, from_units, per_unit, first_day, begins_at, opens_at, proposal_id, approved_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [code, kind, toUnits, fromUnits, perUnit, firstDay, beginsAt, opensAt, proposalId, new Date(at)],
      );
      tx.afterCommit(() => market.termsChanged());
      return undefined;
    },
  });
}

/** Once the first holder may have been adjusted there is no way back: the reverse of a wrong split is another one. */
function actWithdrawing(desk: Desk, market: Prices): void {
  desk.act({
    kind: withdrawing,
    roles,
    schema: withdrawn,
    exclusive: true,
    check: async (tx, { id }) => ((await findWaiting(tx, id)) === undefined ? refuse('11158') : undefined),
    apply: async (tx, { id }, { proposalId }) => {
      const taken = await tx.query(
        `update corporate_actions set withdrawal_id = $2 where id = $1 and begun_at is null and withdrawal_id is null returning id`,
        [id, proposalId],
      );
      if (taken.length === 0) return refuse('11158');
      tx.afterCommit(() => market.termsChanged());
      return undefined;
    },
  });
}

/** When it takes place. Refused with 11155 where there is no such action, 11181 by its last price, and 11156 where its day is none or has begun. */
function timesOf(market: Prices, asked: Recorded): ActionTimes | Refusal {
  const instrument = market.instrument(asked.code);
  if (instrument === undefined || !hasActions(instrument, market.feedKind(instrument)))
    return refuse('11155', { code: '11155' });
  const [terms, field] = [termsOf(asked), asked.kind === 'dividend' ? 'perUnit' : 'toUnits'];
  if (terms === undefined) return refuse('11155', { [field]: '11155' });
  const day = Date.parse(asked.firstDay);
  const times = Number.isNaN(day) ? undefined : actionTimes(instrument, day);
  const quote = market.quote(asked.code);
  if (quote !== undefined && !isPossible(terms, mid(quote), instrument)) return refuse('11181', { [field]: '11181' });
  // What has traded on that day already has traded as if nothing had happened.
  const isLate = times !== undefined && quote !== undefined && quote.time >= times.opensAt;
  return times === undefined || isLate ? refuse('11156', { firstDay: '11156' }) : times;
}

/** A larger dividend is rare: it needs a third person, wherever one is required. */
const highShare = toFixed('0.2');

/** What the house would pay for a dividend to the present holders of the instrument, in real money; a split moves none. */
async function weightOf(tx: Transaction, market: Prices, { code, kind, perUnit }: Recorded): Promise<Weight> {
  const [instrument, quote] = [market.instrument(code), market.quote(code)];
  if (kind !== 'dividend' || perUnit === undefined) return null;
  const [row] = await tx.query<{ held: bigint; third: bigint }>(
    `select weight_at_least($1, $2)::numeric(38, 0) as held, third_above::numeric(38, 0) as third from risk_terms()`,
    [recording, JSON.stringify({ code, kind, perUnit })],
  );
  const [held, third] = [row?.held ?? 0n, row?.third ?? 0n];
  const isHigh =
    instrument !== undefined &&
    quote !== undefined &&
    compare(toFixed(perUnit), multiply(priceOf(mid(quote), instrument), highShare)) > 0;
  return amount(isHigh && third > 0n && held <= third ? third + 1n : held);
}

/** With fewer digits left, neighbouring prices could not be distinguished. */
const ticksMin = 1000;

/** Whether a share of the last price could be split so, or pay that much: what is typed wrong is often wrong by a hundred. */
function isPossible(terms: ActionTerms, price: Ticks, instrument: Instrument): boolean {
  if (terms.kind !== 'dividend') return priceAfter(price, terms.ratio, 'down') >= ticksMin;
  return compare(terms.perUnit, priceOf(price, instrument)) < 0;
}

/** One at a time, and each kind once for a day. */
async function recordedAlready(db: Queryable, { code, kind, firstDay }: Recorded): Promise<Refusal | undefined> {
  const known = await db.query<{ waits: boolean }>(
    `select done_at is null as waits from corporate_actions
     where code = $1 and withdrawal_id is null and (done_at is null or kind = $2 and first_day = $3)`,
    [code, kind, firstDay],
  );
  if (known.length === 0) return undefined;
  return refuse(known.some(({ waits }) => waits) ? '11157' : '11180');
}

async function findWaiting(db: Queryable, id: string): Promise<ActionRow | undefined> {
  if (!/^[1-9][0-9]{0,14}$/.test(id)) return undefined;
  const [row] = await db.query<ActionRow>(
    `select ${columns} from corporate_actions where id = $1 and begun_at is null and withdrawal_id is null for update`,
    [id],
  );
  return row;
}

interface Counts {
  readonly contracts: number;
  readonly options: number;
}

const counted = (product: 'contracts' | 'options') =>
  `(select count(*) from order_actions o where o.action_id = c.id and o.product = '${product}')::int`;

/** By the queries that the adjusting itself uses, so that both mean the same; never more than are worth counting. */
async function countLeft(adjusters: readonly Adjuster[], row: ActionRow): Promise<number> {
  const action = underWayOf(row);
  let left = 0;
  for (const adjuster of adjusters) left += (await adjuster.page(row.code, action, 0, leftMax - left)).length;
  return left;
}

function shownOf(row: ActionRow & Counts, name: string): Omit<DeskAction, 'left'> {
  const { code, kind, toUnits, fromUnits, perUnit, firstDay, contracts, options } = row;
  return {
    id: String(row.id),
    code,
    name,
    kind,
    toUnits,
    fromUnits,
    perUnit,
    firstDay,
    beginsAt: row.beginsAt.toISOString(),
    status: statusOf(row),
    contracts,
    options,
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}

function statusOf({ withdrawalId, begunAt, doneAt }: ActionRow): DeskAction['status'] {
  if (withdrawalId !== null) return 'withdrawn';
  if (doneAt !== null) return 'done';
  return begunAt === null ? 'waiting' : 'underWay';
}
