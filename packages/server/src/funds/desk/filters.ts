import { depositDeskCalls } from '@assay/contract/endpoints/console/deposits.ts';
import type { DeskCall, DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { withdrawalDeskCalls } from '@assay/contract/endpoints/console/withdrawals.ts';
import type { CaseOrder } from '@assay/contract/vocabulary/funds.ts';
import { claimMs } from '@assay/contract/vocabulary/operators.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { type Operator, notClaimed, soughtIn } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';

type Filters = Omit<DeskInput<typeof depositDeskCalls.list>, 'status' | 'sort' | 'cursor' | 'limit'>;

const waiting = ['pendingReview', 'approved'];

/** The statuses that a word of a list stands for. */
export function statusesOf(status: string, all: readonly string[]): readonly string[] {
  if (status === 'open') return waiting;
  return status === 'all' ? all : [status];
}

interface Order {
  readonly sql: string;
  /** Behind the row of the table whose number is $1. */
  behind(place: string): string;
}

const tables = {
  d: { name: 'deposits', number: 'deposit_no' },
  w: { name: 'withdrawals', number: 'withdrawal_no' },
} as const;
type Table = keyof typeof tables;

/** An amount in units that are the same for every coin; an index of each table has it. */
const sizeOf = (table: string) => `(${table}.amount * case when ${table}.coin = 'USDT' then 100 else 1 end)`;

/** Pending cases are listed oldest first, all others newest first, unless the request says otherwise. */
export function orderOf(table: Table, status: string, sort: CaseOrder | undefined): Order {
  const waits = status === 'open' || waiting.includes(status);
  const asked = sort ?? (waits ? 'oldest' : 'newest');
  const up = asked === 'oldest' || asked === 'smallest';
  const bySize = asked === 'largest' || asked === 'smallest';
  const direction = up ? 'asc' : 'desc';
  const key = (of: string) => (bySize ? `${sizeOf(of)}, ${of}.id` : `${of}.id`);
  const { name, number } = tables[table];
  return {
    sql: key(table)
      .split(', ')
      .map((part) => `${part} ${direction}`)
      .join(', '),
    behind: (place) => `(${key(table)}) ${up ? '>' : '<'} (select ${key('l')} from ${name} l where l.${number} = ${place})`,
  };
}

/** A text that begins so, byte by byte, as its index has it. */
const begins = (text: string, place: string) =>
  String.raw`${text} ~>=~ lower(${place}) and ${text} ~<~ (lower(${place}) || U&'\+10FFFF')`;

/** Of a name the operator's number, by which the database knows how much they have decided; 0 for an unknown name. */
async function numberOf(db: Queryable, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined;
  const [row] = await db.query<{ id: string }>('select id::text as id from operators where name = $1', [name]);
  return row?.id ?? '0';
}

/** The condition of each given filter on a case; values are appended to the existing ones. */
export async function narrowing(
  db: Queryable,
  table: Table,
  filters: Filters,
  { self, now }: { readonly self: Operator; readonly now: number },
  values: unknown[],
): Promise<string> {
  const of = (value: unknown, sql: (place: string) => string): string[] =>
    value === undefined ? [] : [sql(`$${values.push(value)}`)];
  const { customerId, from, to, coin, network, amountFrom, amountTo, hash, by, mine, todo } = filters;
  // A malformed id matches no row.
  const customer = customerId === undefined || /^[1-9][0-9]{0,14}$/.test(customerId) ? customerId : '0';
  const hashed = (place: string) =>
    table === 'd'
      ? begins('lower(d.hash)', place)
      : `w.id in (select p.withdrawal_id from payouts p where ${begins('lower(p.hash)', place)}
           union select v.id from withdrawals v where ${begins('lower(v.hash)', place)})`;
  const decidedBy = (place: string) => `(${table}.approved_by = ${place}::bigint or ${table}.decided_by = ${place}::bigint)`;
  const units = (place: string) => `${place}::numeric * 100000000`;
  const all = [
    ...of(customer, (place) => `${table}.user_id = ${place}::bigint`),
    ...of(from, (place) => `${table}.created_at >= ${place}::timestamptz`),
    ...of(to, (place) => `${table}.created_at < ${place}::timestamptz`),
    ...of(coin, (place) => `${table}.coin = ${place}`),
    ...of(network, (place) => `${table === 'd' ? 'd.network_id' : 'm.network_id'} = ${place}`),
    ...of(amountFrom, (place) => `${sizeOf(table)} >= ${units(place)}`),
    ...of(amountTo, (place) => `${sizeOf(table)} <= ${units(place)}`),
    ...of(hash, (place) => `(${hashed(`${place}::text`)})`),
    ...of(await numberOf(db, by), decidedBy),
    ...of(mine === 'YES' ? self.id : undefined, decidedBy),
    ...(todo === 'YES' ? [nextFor(table, self, now, (value) => `$${values.push(value)}`)] : []),
  ];
  return all.length === 0 ? 'true' : all.join(' and ');
}

/** An answer of the screening that is so late is waited for no longer: it may be switched off by now. */
const screeningMs = 3_600_000;

/**
 * What this operator may decide next: cases that no other operator works on, that wait for no answer and no signer, and that
 * they have not decided before.
 */
function nextFor(table: Table, { id, roles }: Operator, now: number, value: (told: unknown) => string): string {
  const kind = table === 'd' ? 'deposits' : 'withdrawals';
  const { approve, complete } = kind === 'deposits' ? depositDeskCalls : withdrawalDeskCalls;
  const may = ({ roles: asked }: Pick<DeskCall, 'roles'>) => asked !== 'public' && asked.some((role) => roles.includes(role));
  const self = value(id);
  const number = `${table}.${tables[table].number}`;
  const first = may(approve) ? `${table}.status = 'pendingReview'` : 'false';
  const last = may(complete)
    ? `${table}.status = 'approved' and ${table}.approved_by <> ${self}::bigint and not exists (
         select from case_seconds s where s.kind = '${kind}' and s.case_id = ${table}.id and s.operator_id = ${self}::bigint)`
    : 'false';
  const away = `exists (select from payouts p where p.withdrawal_id = w.id and p.status in ('released', 'sent', 'confirmed'))`;
  return [
    `(${first} or ${last})`,
    notClaimed(kind, number, `${self}::bigint`, `${value(new Date(now - claimMs))}::timestamptz`),
    `not exists (select from screenings s where s.about = '${kind.slice(0, -1)}' and s.case_no = ${number}
       and s.answer is null and s.again_at > ${value(new Date(now - screeningMs))}::timestamptz)`,
    ...(table === 'w' ? [`not ${away}`] : []),
  ].join(' and ');
}

/** How many wait for whom, and for how much: as many rows are read as wait. */
export async function waitingSums(
  db: Queryable,
  table: 'deposits' | 'withdrawals',
): Promise<DeskResult<typeof depositDeskCalls.waiting>> {
  const rows = await db.query<{ coin: string; first: number; second: number; units: bigint }>(
    `select coin, count(*) filter (where status = 'pendingReview') as first, count(*) filter (where status = 'approved') as second,
       sum(amount) as units
     from ${table} where status in ('pendingReview', 'approved') group by coin order by count(*) desc, coin`,
  );
  const sum = (of: 'first' | 'second') => rows.reduce((total, row) => total + row[of], 0);
  return {
    pendingReview: sum('first'),
    approved: sum('second'),
    totals: rows.map(({ coin, first, second, units }) => ({
      coin,
      amount: formatAmount(amount(units), assetOf(coin)),
      cases: first + second,
    })),
  };
}

/** Narrowing a list down to a customer, or to what only one has, counts as a look-up of that customer. */
export const soughtAt =
  (path: string) =>
  (
    { customerId, hash }: { readonly customerId?: string | undefined; readonly hash?: string | undefined },
    { items }: { readonly items: readonly { readonly customer: { readonly id: string } }[] },
  ) =>
    customerId === undefined && hash === undefined
      ? undefined
      : soughtIn(
          path,
          items.map(({ customer }) => customer.id),
        );
