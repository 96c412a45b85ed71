import { createHash, randomBytes } from 'node:crypto';
import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { Proposal } from '@assay/contract/endpoints/console/proposals.ts';
import type { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { type ProposalStatus, proposalMs } from '@assay/contract/vocabulary/operators.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import type { Audit, AuditEntry } from './audit-entry.ts';
import type { Desk, KnownAct, Operator, OperatorCall } from './desk.ts';
import { cursorOf } from './page.ts';
import { countsNow, dayOf, endless, waitsUntil } from './tiers.ts';

export interface NewProposal {
  readonly kind: string;
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly reason: string;
  /** The customer whom the reason is about: it is erased with their account, as are texts typed about it later. */
  readonly customer?: string | undefined;
  /** Becomes the payload's `lines`. Personal data is stored only here, and is erased with the account of its owner. */
  readonly lines?: readonly ProposedLine[];
}

export interface ProposedLine {
  readonly userId: string;
  readonly line: string;
}

/**
 * Puts an act to a second person. Refused with what the act's own check refuses, with 11082 when only one proposal about
 * this subject may wait, and one does, and with 11412 beyond what one operator may move in a day.
 */
export async function propose(
  desk: Desk,
  { operator }: OperatorCall,
  tx: Transaction,
  audit: Audit,
  { kind, subject, payload: open, reason, lines, customer }: NewProposal,
): Promise<{ proposalId: string } | Refusal> {
  const act = knownAct(desk, kind);
  const now = desk.clock.wall();
  if (act.exclusive) {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 4127102))', [`${kind}|${subject}`]);
    const waiting = await tx.query(
      "select id from proposals where kind = $1 and subject = $2 and status = 'waiting' and expires_at > $3",
      [kind, subject, new Date(now)],
    );
    if (waiting.length > 0) return refuse('11082');
  }
  const whole = lines === undefined ? open : { ...open, lines: lines.map(({ line }) => line) };
  const refused = await act.check(tx, whole);
  if (refused !== undefined) return refused;
  const weight = await act.weigh(tx, whole);
  const beyond = await dayOf(tx, { operatorId: operator.id, weight, now, of: { kind, payload: open } });
  if (beyond !== undefined) return beyond;
  const salted = lines?.map((one) => ({ ...one, ...digestOf(one.line) }));
  const said = customer === undefined ? undefined : { userId: customer, line: reason, ...digestOf(reason) };
  const payload = salted === undefined ? open : { ...open, lines: salted.map(({ digest }) => digest) };
  const [row] = await tx.query<{ id: number }>(
    `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at, weight, day)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      kind,
      subject,
      JSON.stringify(payload),
      said?.digest ?? reason,
      operator.id,
      new Date(now),
      new Date(now + proposalMs),
      weight === 'unknown' ? null : weight,
      weight === 'unknown' ? endless : null,
    ],
  );
  const proposalId = String(row?.id);
  await keepLines(tx, proposalId, [...(salted ?? []), ...(said === undefined ? [] : [said])]);
  const details = { kind, about: subject, payload, ...(customer === undefined && !isOfCustomer(subject) && { reason }) };
  audit({ action: 'proposal.made', subject: `proposal:${proposalId}`, details });
  return { proposalId };
}

/**
 * Texts typed about a customer are stored beside the proposal, for those who decide it; the log is permanent, and more people
 * read it.
 */
export const isOfCustomer = (subject: string) => /^(?:user|correction|withdrawal|position):/.test(subject);

interface SaltedLine extends ProposedLine {
  readonly salt: Buffer;
  readonly digest: string;
}

async function keepLines(tx: Transaction, proposalId: string, lines: readonly SaltedLine[]): Promise<void> {
  await tx.query(
    `insert into proposal_lines (proposal_id, digest, user_id, salt, line)
     select $1, * from unnest($2::text[], $3::bigint[], $4::bytea[], $5::text[])`,
    [proposalId, ...(['digest', 'userId', 'salt', 'line'] as const).map((part) => lines.map((one) => one[part]))],
  );
}

function digestOf(line: string) {
  const salt = randomBytes(32);
  return { salt, digest: createHash('sha256').update(salt).update(line).digest('hex') };
}

function knownAct({ acts }: Desk, kind: string): KnownAct {
  const act = acts.get(kind);
  if (act === undefined) throw new Error(`no desk knows how to ${kind}`);
  return act;
}

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly payload: Record<string, unknown>;
  readonly lines: readonly string[] | null;
  readonly reason: string;
  /** Of whom the reason speaks. */
  readonly customer: string | null;
  readonly status: ProposalStatus;
  readonly proposed_by: number;
  readonly proposer: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly decided_by: number | null;
  readonly decider: string | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
  readonly failure: string | null;
  readonly weight: bigint | null;
  readonly persons: number;
  readonly ready_at: Date | null;
  readonly seconded_by: number | null;
  readonly seconder: string | null;
  readonly seconded_at: Date | null;
}

/** A pending proposal beyond its time has expired, even before it is marked as such. $1 is the current time. */
const status = "case when p.status = 'waiting' and p.expires_at <= $1 then 'expired' else p.status end";
/** The text beside the proposal as it was typed, or a dash once it is erased. */
const typed = (column: string) =>
  `coalesce((select coalesce(nullif(l.line, ''), '—') from proposal_lines l where l.proposal_id = p.id and l.digest = ${column}), ${column})`;
const selected = `select p.id, p.kind, p.subject, p.payload, proposal_lines_of(p.id) as lines, ${typed('p.reason')} as reason,
    (select l.user_id::text from proposal_lines l where l.proposal_id = p.id and l.digest = p.reason) as customer, ${status} as status, p.proposed_by, o.name as proposer,
    p.created_at, p.expires_at, p.decided_by, d.name as decider, p.decided_at, ${typed('p.note')} as note, p.failure, p.weight,
    case when p.status = 'waiting' then a.persons else p.persons end as persons,
    case when p.status = 'waiting' then a.ready_at else p.ready_at end as ready_at, p.seconded_by, s.name as seconder, p.seconded_at
  from proposals p join operators o on o.id = p.proposed_by left join operators d on d.id = p.decided_by
  left join operators s on s.id = p.seconded_by cross join lateral proposal_asks(p) a`;

const hasSpoken = ({ id }: Operator, { proposed_by: proposer, seconded_by: seconder }: Row) =>
  String(proposer) === id || String(seconder) === id;
const mayDecide = (desk: Desk, operator: Operator, row: Row) =>
  !hasSpoken(operator, row) && knownAct(desk, row.kind).roles.some((role) => operator.roles.includes(role));

/** With the lines themselves in the place of their digests, until they are erased. */
const told = ({ payload, lines }: Row) => (lines === null ? payload : { ...payload, lines });

function toWire(desk: Desk, operator: Operator, row: Row): Proposal {
  const waiting = row.status === 'waiting';
  return {
    id: String(row.id),
    kind: row.kind,
    subject: row.subject,
    payload: told(row),
    reason: row.reason,
    status: row.status,
    proposedBy: { id: String(row.proposed_by), name: row.proposer },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by === null ? null : { id: String(row.decided_by), name: row.decider ?? '' },
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    failure: row.failure,
    weight: row.weight === null ? null : formatAmount(amount(row.weight), usdt),
    persons: row.persons,
    secondedBy: row.seconded_by === null ? null : { id: String(row.seconded_by), name: row.seconder ?? '' },
    secondedAt: row.seconded_at?.toISOString() ?? null,
    readyAt: row.ready_at?.toISOString() ?? null,
    mayDecide: waiting && mayDecide(desk, operator, row),
    mayWithdraw: waiting && String(row.proposed_by) === operator.id,
  };
}

/** Kinds that an operator may decide. */
const kindsFor = ({ acts }: Desk, { roles }: Operator) =>
  [...acts].filter(([, act]) => act.roles.some((role) => roles.includes(role))).map(([kind]) => kind);

/** Proposals of the kinds that the operator may decide, and the operator's own; newest first. */
export async function listProposals(
  desk: Desk,
  { operator }: OperatorCall,
  input: DeskInput<typeof proposalCalls.list>,
): Promise<DeskResult<typeof proposalCalls.list> | Refusal> {
  const before = cursorOf(input.cursor);
  if (isRefusal(before)) return before;
  const rows = await desk.db.query<Row>(
    `${selected} where (p.kind = any ($2) or p.proposed_by = $3) and ($4::bigint is null or p.id < $4)
       and ($5::text is null or ${status} = $5) and ($6::text is null or p.kind = $6) and ($7::text is null or p.subject = $7)
     order by p.id desc limit $8`,
    [
      new Date(desk.clock.wall()),
      kindsFor(desk, operator),
      operator.id,
      before,
      input.status ?? null,
      input.kind ?? null,
      input.subject ?? null,
      input.limit + 1,
    ],
  );
  const page = rows.slice(0, input.limit);
  return {
    items: page.map((row) => toWire(desk, operator, row)),
    nextCursor: rows.length > input.limit ? String(page.at(-1)?.id) : null,
  };
}

export async function readProposal(
  desk: Desk,
  { operator }: OperatorCall,
  id: string,
): Promise<DeskResult<typeof proposalCalls.detail> | Refusal> {
  const row = await find(desk, desk.db, operator, id);
  if (row === undefined) return refuse('404', { id: '404' });
  const act = knownAct(desk, row.kind);
  const around = row.status === 'waiting' ? await desk.db.transact((tx) => act.books(tx, told(row))) : null;
  return { ...toWire(desk, operator, row), books: around };
}

async function find(desk: Desk, db: Queryable, operator: Operator, id: string): Promise<Row | undefined> {
  if (isRefusal(cursorOf(id))) return undefined;
  const now = new Date(desk.clock.wall());
  const [row] = await db.query<Row>(`${selected} where p.id = $2 and (p.kind = any ($3) or p.proposed_by = $4)`, [
    now,
    id,
    kindsFor(desk, operator),
    operator.id,
  ]);
  return row;
}

/** This answer is kept for repeated requests, and is not erased with the person. */
const asAnswered = (row: Row): Row => ({ ...row, lines: null, ...(row.customer !== null && { reason: '—', note: null }) });

type Outcome = 'approved' | 'rejected' | 'withdrawn';

/**
 * Decides a proposal, once; where it needs three, the first who approves seconds it. Refused with 404, 11071 (it no longer waits),
 * 11070 (one's own; only its proposer withdraws it), 403, 11413 before an act that waits first may be approved, and 11416 while one of three does not count yet. An approved act that cannot be done leaves nothing behind but a failed proposal, which says why.
 */
export async function decide(
  desk: Desk,
  { operator }: OperatorCall,
  tx: Transaction,
  audit: Audit,
  decision: { readonly id: string; readonly outcome: Outcome; readonly note?: string | undefined },
): Promise<Proposal | Refusal> {
  const { id, outcome, note } = decision;
  if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
  await tx.query('select id from proposals where id = $1 for update', [id]);
  const row = await find(desk, tx, operator, id);
  if (row === undefined) return refuse('404', { id: '404' });
  if (row.status !== 'waiting') return refuse('11071');
  const own = String(row.proposed_by) === operator.id;
  if (outcome === 'withdrawn' && !own) return refuse('403');
  if (outcome !== 'withdrawn' && hasSpoken(operator, row)) return refuse('11070');
  if (outcome !== 'withdrawn' && !mayDecide(desk, operator, row)) return refuse('403');

  if (outcome === 'approved' && row.persons === 3 && row.seconded_by === null)
    return second(desk, operator, tx, audit, { row, note });
  const early = outcome === 'approved' ? await tooEarly(desk, tx, operator, row) : undefined;
  if (early !== undefined) return early;

  const words = note === undefined || note === '' ? null : note;
  const aside = row.customer === null || words === null ? null : { userId: row.customer, line: words, ...digestOf(words) };
  if (aside !== null) await keepLines(tx, id, [aside]);
  const write = (reached: Outcome | 'failed', failure?: string) =>
    tx.query('update proposals set status = $2, decided_by = $3, decided_at = $4, note = $5, failure = $6 where id = $1', [
      id,
      reached,
      operator.id,
      new Date(desk.clock.wall()),
      aside?.digest ?? words,
      failure ?? null,
    ]);
  if (outcome === 'approved') await tx.query('savepoint act');
  await write(outcome);
  const done: AuditEntry[] = [];
  const attempt = undoable(tx);
  const refused =
    outcome === 'approved' ? await perform(desk, attempt.tx, row, operator, (entry) => done.push(entry)) : undefined;
  if (refused === undefined) for (const entry of done) audit(entry);
  else {
    await tx.query('rollback to savepoint act');
    attempt.undo();
    await write('failed', refused.code);
  }
  const reached = refused === undefined ? outcome : 'failed';
  const { kind, subject: about } = row;
  const details = {
    kind,
    about,
    ...(note !== undefined && !isOfCustomer(about) && { note }),
    ...(refused !== undefined && { code: refused.code }),
  };
  audit({ action: `proposal.${reached}`, subject: `proposal:${id}`, details });
  const decided = await find(desk, tx, operator, id);
  if (decided === undefined) throw new Error('a decided proposal is gone');
  return toWire(desk, operator, asAnswered(decided));
}

/** Whether what this operator would do now waits, or one of three does not count yet. */
async function tooEarly(desk: Desk, tx: Transaction, { id }: Operator, row: Row): Promise<Refusal | undefined> {
  const now = desk.clock.wall();
  const three = [row.proposed_by, row.seconded_by, id].filter((one) => one !== null).map(String);
  return (row.persons === 3 ? await countsNow(tx, three, now) : undefined) ?? waitsUntil(row.ready_at, now);
}

/** Writes down that a second person agrees: a third does it. Refused with 11416 while this one does not count yet. */
async function second(
  desk: Desk,
  operator: Operator,
  tx: Transaction,
  audit: Audit,
  { row, note }: { readonly row: Row; readonly note: string | undefined },
): Promise<Proposal | Refusal> {
  const id = String(row.id);
  const early = await countsNow(tx, [operator.id], desk.clock.wall());
  if (early !== undefined) return early;
  await tx.query('update proposals set seconded_by = $2, seconded_at = $3 where id = $1', [
    id,
    operator.id,
    new Date(desk.clock.wall()),
  ]);
  const { kind, subject: about } = row;
  const details = { kind, about, ...(note !== undefined && !isOfCustomer(about) && { note }) };
  audit({ action: 'proposal.seconded', subject: `proposal:${id}`, details });
  const seconded = await find(desk, tx, operator, id);
  if (seconded === undefined) throw new Error('a seconded proposal is gone');
  return toWire(desk, operator, asAnswered(seconded));
}

/** Where a part of a transaction is rolled back to a savepoint, that part's messages are not sent after the commit. */
function undoable(tx: Transaction): { readonly tx: Transaction; readonly undo: () => void } {
  let undone = false;
  const unlessUndone =
    <Facts extends unknown[]>(tell: (...facts: Facts) => void) =>
    (...facts: Facts) => {
      if (!undone) tell(...facts);
    };
  return {
    tx: {
      query: (sql, values) => tx.query(sql, values),
      withCommit: (sql, values, then) => tx.withCommit(sql, values, then && unlessUndone(then)),
      afterCommit: (action) => tx.afterCommit(unlessUndone(action)),
    },
    undo: () => (undone = true),
  };
}

/** What was approved; the database sees by whom before it is done. */
async function perform(desk: Desk, tx: Transaction, row: Row, approver: Operator, audit: Audit): Promise<Refusal | undefined> {
  const act = knownAct(desk, row.kind);
  return (
    (await act.check(tx, told(row))) ??
    act.apply(tx, told(row), {
      proposalId: String(row.id),
      proposerId: String(row.proposed_by),
      approverId: approver.id,
      at: desk.clock.now(),
      approver,
      audit,
    })
  );
}
