import type { DeskCharity } from '@assay/contract/endpoints/console/nfts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { type Amount, amount, formatAmount, minus, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { z } from 'zod';
import { post } from '../ledger/index.ts';
import type { Act } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { isRefusal, refuse } from '../platform/refusal.ts';
import { book } from './context.ts';

const charitiesMax = 100;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly donated: bigint;
  readonly paid: bigint;
}

/** What a charity was given and paid; the auditor holds both against the books, reference by reference. */
const selected = `
  select c.id, c.name,
    coalesce((select sum(n.price) from nfts n where n.charity_id = c.id and n.status = 'sold'), 0) as donated,
    coalesce((select sum(p.amount) from charity_payouts p where p.charity_id = c.id), 0) as paid
  from charities c`;

export async function charitiesOf(db: Queryable): Promise<DeskCharity[]> {
  const rows = await db.query<Row>(`${selected} order by c.id limit ${charitiesMax}`);
  const money = (value: bigint) => formatAmount(amount(value), usdt);
  return rows.map(({ id, name, donated, paid }) => ({
    id: String(id),
    name,
    donated: money(donated),
    paidOut: money(paid),
    owed: money(donated - paid),
  }));
}

interface Payout {
  readonly id: string;
  readonly amount: string;
}

/** Pays a charity; two operators, and never more than it is owed, whatever was sold for others. */
export const payoutAct: Act<Payout> = {
  kind: 'charity.pay',
  roles: ['finance'],
  schema: z.object({ id: z.string(), amount: z.string() }),
  exclusive: true,
  check: async (tx, { id, amount: asked }) => {
    const owed = await lockOwed(tx, id);
    if (owed === undefined) return refuse('404', { id: '404' });
    const payout = parseAmount(asked, usdt);
    if (payout === undefined) return refuse('10016', { amount: '10016' });
    return payout > owed ? refuse('11090', { amount: '11090' }) : undefined;
  },
  weigh: async (_, { amount: asked }) => parseAmount(asked, usdt) ?? nothing,
  apply: async (tx, { id, amount: asked }, { proposalId, at }) => {
    const payout = parseAmount(asked, usdt) ?? nothing;
    const reference = `charity.payout:${proposalId}`;
    await tx.query('insert into charity_payouts (charity_id, amount, reference, at) values ($1, $2, $3, $4)', [
      id,
      payout,
      reference,
      new Date(at),
    ]);
    const posted = await post(tx, { book, reference, at, ...recipes.charityPaid({ amount: payout }) });
    return isRefusal(posted) ? posted : undefined;
  },
};

/** What a charity is owed, under a lock: of two payouts one sees the other. Undefined for an id that is none. */
async function lockOwed(tx: Queryable, id: string): Promise<Amount | undefined> {
  if (!/^[1-9][0-9]{0,8}$/.test(id)) return undefined;
  await tx.query('select from charities where id = $1 for update', [id]);
  const [row] = await tx.query<Row>(`${selected} where c.id = $1`, [id]);
  return row && minus(amount(row.donated), amount(row.paid));
}
