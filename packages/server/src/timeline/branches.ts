import type { TimelineKind } from '@assay/contract/vocabulary/timeline.ts';
import { book as planBook } from '@assay/domain/plans/plan.ts';
import { netOfFill } from '../spot/index.ts';

// The one file that defines what a customer's timeline is made of. Each branch is read downwards by an index of its own that
// begins with the customer, so that a page costs the same for old accounts; a test asks the planner.

export interface Branch {
  readonly kind: TimelineKind;
  /** The account of all its lines; null where it belongs to none. */
  readonly book: 'real' | 'demo' | null;
  /** Rows of the customer $1 below a number, as `lineColumns` of which all are there. */
  readonly sql: (below: string) => string;
}

interface Columns {
  readonly from: string;
  readonly where?: string;
  /** By what the branch goes downwards. */
  readonly id?: string;
  readonly at: string;
  readonly endedAt?: string;
  readonly number?: string;
  readonly page?: string;
  readonly subject?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly side?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly net?: string;
  readonly text?: string;
  readonly by?: string;
}

const texts = ['number', 'page', 'subject', 'status', 'reason', 'side', 'asset', 'text'] as const;

function branch(kind: TimelineKind, book: Branch['book'], of: Columns): Branch {
  const { from, where = 't.user_id = $1::bigint', id = 't.id', at, by } = of;
  const columns = [
    `${id} as id`,
    `${at} as at`,
    `${of.endedAt ?? 'null'}::timestamptz as "endedAt"`,
    ...texts.map((name) => `${of[name] ?? 'null'}::text as ${name}`),
    ...(['amount', 'net'] as const).map((name) => `${of[name] ?? 'null'}::numeric as ${name}`),
    `${by ?? 'null'}::text as "byId"`,
    `${by === undefined ? 'null' : `(select o.name from operators o where o.id = ${by})`}::text as "byName"`,
  ];
  const account = book === null || from === 'plans t' ? '' : `and t.book = '${book}'`;
  return {
    kind,
    book,
    sql: (below) =>
      `select ${columns.join(', ')} from ${from} where ${where} ${account} and ${id} < ${below} order by ${id} desc`,
  };
}

const usdt = `'USDT'`;
const inBooks = (kind: TimelineKind, of: Columns): Branch[] => [branch(kind, 'real', of), branch(kind, 'demo', of)];

const orders: readonly Branch[] = [
  ...inBooks('contract', {
    from: 'positions t',
    at: 't.created_at',
    page: 't.id',
    endedAt: 't.closed_at',
    number: 't.order_no',
    subject: 't.code',
    status: 't.status',
    reason: 't.close_reason',
    side: 't.side',
    asset: usdt,
    amount: 't.margin',
    net: `case when t.closed_at is not null and t.opened_at is not null then coalesce(t.profit, 0)
      - case when t.close_reason = 'void' then 0 else t.open_fee + coalesce(t.close_fee, 0) end - t.financing end`,
  }),
  ...inBooks('option', {
    from: 'options t',
    at: 't.opened_at',
    page: `'o' || t.id`,
    endedAt: 't.settled_at',
    number: 't.order_no',
    subject: 't.code',
    status: 't.status',
    reason: 't.void_reason',
    side: 't.direction',
    asset: usdt,
    amount: 't.stake',
    net: 't.profit',
  }),
  ...inBooks('spot', {
    from: 'spot_orders t',
    at: 't.created_at',
    page: `'s' || t.id`,
    endedAt: 't.ended_at',
    number: 't.order_no',
    subject: 't.code',
    status: 't.status',
    side: 't.side',
    asset: 't.base',
    amount: 't.quantity',
    net: `case when t.status = 'filled' and t.side = 'sell' and t.profit is not null then
      (select ${netOfFill} from (select t.*) spot_orders) end`,
  }),
  branch('plan', planBook, {
    from: 'plans t',
    at: 't.created_at',
    page: `'p' || t.id`,
    endedAt: 't.ended_at',
    number: 't.order_no',
    subject: 't.product',
    status: 't.status',
    asset: usdt,
    amount: 't.principal',
  }),
];

const funds: readonly Branch[] = [
  branch('bid', null, {
    from: 'nft_bids t join nfts n on n.id = t.nft_id',
    at: 't.at',
    page: `'n' || t.nft_id`,
    subject: 'n.title',
    status: 't.kind',
    asset: usdt,
    amount: 't.amount',
  }),
  branch('deposit', null, {
    from: 'deposits t',
    at: 't.created_at',
    endedAt: 't.ended_at',
    number: 't.deposit_no',
    page: 't.deposit_no',
    subject: 't.network_id',
    status: 't.status',
    reason: '(select s.reason from deposit_steps s where s.deposit_id = t.id and s.reason is not null limit 1)',
    asset: 't.coin',
    amount: 't.amount',
    by: 't.decided_by',
  }),
  branch('withdrawal', null, {
    from: 'withdrawals t',
    at: 't.created_at',
    endedAt: 't.ended_at',
    number: 't.withdrawal_no',
    page: 't.withdrawal_no',
    status: 't.status',
    reason: '(select s.reason from withdrawal_steps s where s.withdrawal_id = t.id and s.reason is not null limit 1)',
    asset: 't.coin',
    amount: 't.amount',
    by: 't.decided_by',
  }),
  branch('address', null, {
    from: 'withdrawal_methods t',
    at: 't.created_at',
    endedAt: 't.removed_at',
    subject: 't.coin',
    status: `case when t.removed_at is null then 'saved' else 'removed' end`,
    text: `case t.kind when 'coin' then t.address else '•••• ' || t.last_four end`,
  }),
  branch('loan', null, {
    from: 'loans t',
    at: 't.created_at',
    endedAt: 't.ended_at',
    number: 't.loan_no',
    page: `'l' || t.id`,
    status: 't.status',
    reason: 't.rejection',
    asset: usdt,
    amount: 't.principal',
    by: 'coalesce(t.rejected_by, t.paid_out_by)',
  }),
];

const people: readonly Branch[] = [
  branch('kyc', null, {
    from: 'kyc_cases t',
    at: 't.submitted_at',
    endedAt: 't.decided_at',
    number: 't.case_no',
    page: 't.id',
    subject: 't.document_type',
    status: 't.status',
    by: 't.decided_by',
  }),
  branch('notification', null, {
    from: 'notifications t',
    where: 't.user_id = $1::bigint and t.shown',
    at: 't.created_at',
    subject: 't.kind',
    status: `case when t.read_at is null then 'unread' else 'read' end`,
  }),
  branch('chat', null, {
    from: 'conversation_messages t',
    where: 't.conversation_id = (select c.id from conversations c where c.user_id = $1::bigint)',
    id: 't.seq',
    at: 't.at',
    page: 't.conversation_id',
    subject: 't.kind',
    status: 't.author',
    text: 't.body',
    by: 't.operator_id',
  }),
  branch('note', null, { from: 'user_notes t', at: 't.created_at', text: 't.text', by: 't.operator_id' }),
  branch('act', null, {
    from: 'audit_log t',
    // Views are in the log; here they would fill the page.
    where: `t.subject = 'user:' || $1::text and t.action <> 'user.viewed'`,
    at: 't.at',
    subject: 't.action',
    reason: `t.details ->> 'reason'`,
    by: 't.operator_id',
  }),
];

/** All of them, in the order in which a cursor counts them. */
export const branches: readonly Branch[] = [...orders, ...funds, ...people];
