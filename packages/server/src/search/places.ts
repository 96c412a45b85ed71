import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { SearchClue, SearchKind } from '@assay/contract/vocabulary/search.ts';
import type { Clues } from './clues.ts';

// The one file that lists where things are searched, by what a customer knows of them. Each place is read by an index of its
// own, newest first; a test asks the planner of each.

/** A search result: where it is, and who may open it. */
interface Thing {
  readonly table: string;
  readonly number: string;
  /** The name of its page at its desk; an order is shown on the customer's page. */
  readonly page: string;
  readonly status: string;
  readonly asset: string;
  readonly amount: string;
  readonly at: string;
  readonly gate: DeskCall;
}

const ordersGate = consoleCalls.users.detail;
const order = (table: string, amount: string, at = 't.created_at', asset = `'USDT'`): Thing => ({
  table,
  number: 't.order_no',
  page: 't.order_no',
  status: 't.status',
  asset,
  amount,
  at,
  gate: ordersGate,
});
const funds = (table: string, number: string, gate: DeskCall): Thing => ({
  ...order(table, 't.amount', 't.created_at', 't.coin'),
  number,
  page: number,
  gate,
});

const things: Readonly<Record<Exclude<SearchKind, 'customer'>, Thing>> = {
  deposit: funds('deposits', 't.deposit_no', consoleCalls.deposits.list),
  withdrawal: funds('withdrawals', 't.withdrawal_no', consoleCalls.withdrawals.list),
  kyc: {
    ...order('kyc_cases', 'null::numeric', 't.submitted_at', 'null'),
    number: 't.case_no',
    page: 't.id::text',
    gate: consoleCalls.kyc.list,
  },
  loan: { ...order('loans', 't.principal'), number: 't.loan_no', page: `'l' || t.id`, gate: consoleCalls.loans.list },
  contract: order('positions', 't.margin'),
  option: order('options', 't.stake', 't.opened_at'),
  spot: order('spot_orders', 't.quantity', 't.created_at', 't.base'),
  plan: order('plans', 't.principal'),
};

/** Operators who may make this call may open what was found. */
export const gateOf = (kind: SearchKind): DeskCall => (kind === 'customer' ? ordersGate : things[kind].gate);

interface Place {
  readonly kind: SearchKind;
  readonly by: SearchClue;
  /** Its last value is the row limit. */
  readonly sql: string;
  /** Undefined where no clue can match there. */
  readonly values: (clues: Clues) => readonly unknown[] | undefined;
}

/** Rows of a thing, of `t`, with their customer. */
function rowsOf(kind: Exclude<SearchKind, 'customer'>, where: string, { join = '', limit = '$2' } = {}): string {
  const { table, number, page, status, asset, amount, at } = things[kind];
  return `
    select ${number} as id, ${page} as page, u.id::text as "userId", u.user_name as "userName", ${status} as status,
      ${asset} as asset, ${amount} as amount, ${at} as at
    from ${table} t join users u on u.id = t.user_id ${join}
    where ${where} order by t.id desc limit ${limit}`;
}

/** Customers as rows. */
export const customersWhere = (where: string, limit = '$2'): string => `
  select t.id::text as id, t.id::text as page, t.id::text as "userId", t.user_name as "userName", t.kyc_status as status,
    null as asset, null::numeric as amount, t.created_at as at
  from users t where ${where} order by t.id desc limit ${limit}`;

const letters = {
  deposit: 'D',
  withdrawal: 'W',
  kyc: 'K',
  loan: 'L',
  contract: 'C',
  option: 'O',
  spot: 'S',
  plan: 'P',
} as const satisfies Record<Exclude<SearchKind, 'customer'>, string>;

const numbers = (Object.keys(letters) as (keyof typeof letters)[]).map((kind): Place => ({
  kind,
  by: 'number',
  sql: rowsOf(kind, `${things[kind].number} = $1`),
  values: ({ number }) => (number?.startsWith(letters[kind]) === true ? [number] : undefined),
}));

const one = <T>(value: T | undefined): readonly unknown[] | undefined => (value === undefined ? undefined : [value]);

/** A text that begins so, byte by byte, whatever the planner knows of the beginning. */
const begins = (text: string): string => String.raw`${text} ~>=~ $1::text and ${text} ~<~ ($1::text || U&'\+10FFFF')`;

const customers: readonly Place[] = [
  { kind: 'customer', by: 'id', sql: customersWhere('t.id = $1::bigint'), values: ({ id }) => one(id) },
  {
    kind: 'customer',
    by: 'userName',
    sql: customersWhere(begins('lower(t.user_name)')),
    values: ({ userName }) => one(userName),
  },
  {
    kind: 'customer',
    by: 'email',
    sql: customersWhere(begins('lower(t.email)')),
    values: ({ email, userName }) => one(email ?? userName),
  },
  {
    kind: 'customer',
    by: 'mailHouse',
    sql: customersWhere(`split_part(lower(t.email), '@', 2) = $1::text`),
    values: ({ mailHouse }) => one(mailHouse),
  },
  {
    kind: 'customer',
    by: 'inviteCode',
    sql: customersWhere('t.invite_code = $1::text'),
    values: ({ inviteCode }) => one(inviteCode),
  },
];

/** Written so on a chain: how it begins, and how it ends where its middle was left out. */
const written = (text: string): string => `${begins(text)} and right(${text}, length($2::text)) = $2`;
const limited = { limit: '$3' };
const onChain = ({ onChain: sought }: Clues) => (sought === undefined ? undefined : [sought.head, sought.tail]);

const chains: readonly Place[] = [
  { kind: 'deposit', by: 'hash', sql: rowsOf('deposit', written('lower(t.hash)'), limited), values: onChain },
  {
    kind: 'withdrawal',
    by: 'hash',
    sql: rowsOf(
      'withdrawal',
      `t.id in (
         (select p.withdrawal_id from payouts p where ${written('lower(p.hash)')} limit $3)
         union (select w.id from withdrawals w where ${written('lower(w.hash)')} limit $3))`,
      limited,
    ),
    values: onChain,
  },
  {
    kind: 'customer',
    by: 'hash',
    // What has come in and is no case yet.
    sql: customersWhere(
      `t.id in (select p.user_id from chain_payments p where coalesce(p.deposit_id, 0) = 0 and ${written('lower(p.hash)')} limit $3)`,
      '$3',
    ),
    values: onChain,
  },
  {
    kind: 'customer',
    by: 'address',
    sql: customersWhere(
      `t.id in (
         (select r.user_id from receive_addresses r where ${written('lower(r.address)')} limit $3)
         union (select m.user_id from withdrawal_methods m where ${written('lower(m.address)')} limit $3))`,
      '$3',
    ),
    values: onChain,
  },
  {
    kind: 'withdrawal',
    by: 'address',
    sql: rowsOf('withdrawal', written('lower(m.address)'), {
      join: 'join withdrawal_methods m on m.id = t.method_id',
      ...limited,
    }),
    values: onChain,
  },
];

const amountOf = (kind: 'deposit' | 'withdrawal' | 'loan', column: string, inUsdt: boolean): Place => {
  const coin = things[kind].asset;
  const where = `t.${column} = $1::numeric and (${coin} = 'USDT') = ${inUsdt} and ($2::text is null or ${coin} = $2)`;
  return {
    kind,
    by: 'amount',
    sql: rowsOf(kind, where, limited),
    values: ({ amount }) => {
      const units = inUsdt ? amount?.usdt : amount?.coins;
      return units === undefined ? undefined : [units, amount?.coin ?? null];
    },
  };
};
const amounts = [true, false].flatMap((inUsdt) => [
  amountOf('deposit', 'amount', inUsdt),
  amountOf('withdrawal', 'amount', inUsdt),
  amountOf('withdrawal', 'actual', inUsdt),
  ...(inUsdt ? [amountOf('loan', 'principal', true)] : []),
]);

/** Every place but the words under seal, the surest first. */
export const places: readonly Place[] = [...numbers, ...customers, ...chains, ...amounts];
