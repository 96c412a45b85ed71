import { type Question, type ScreeningSource, unscreened } from '../screening/index.ts';

interface Row {
  readonly caseNo: string;
  readonly chain: string;
  readonly address: string;
  readonly coin: string;
  readonly hashes?: readonly string[];
}

const questionOf = ({ caseNo, ...facts }: Row): Question => ({ caseNo, facts: { ...facts } });

/** Deposits by the transactions that brought them, withdrawals by the address that they go to: no amounts and no names. */
export const screenedFunds: readonly ScreeningSource[] = [
  {
    about: 'deposit',
    questions: async (db, now, limit) => {
      // An answer stays: a case that the chain must show first is screened once it has.
      const rows = await db.query<Row>(
        `select d.deposit_no as "caseNo", d.chain, d.address, d.coin, coalesce(paid.hashes, array[d.hash]) as hashes
         from deposits d, lateral (
           select array_agg(one.hash order by one.id) as hashes
           from (select p.hash, min(p.id) as id from chain_payments p where p.deposit_id = d.id group by p.hash) one
         ) paid
         where d.status in ('pendingReview', 'approved') and ${unscreened('d.deposit_no')}
           and (paid.hashes is not null or deposit_borne_out(d.id)) order by d.id limit $3`,
        ['deposit', now, limit],
      );
      return rows.map(questionOf);
    },
  },
  {
    about: 'withdrawal',
    questions: async (db, now, limit) => {
      const rows = await db.query<Row>(
        `select w.withdrawal_no as "caseNo", n.chain, m.address, w.coin
         from withdrawals w join withdrawal_methods m on m.id = w.method_id join networks n on n.id = m.network_id
         where w.status in ('pendingReview', 'approved') and ${unscreened('w.withdrawal_no')} order by w.id limit $3`,
        ['withdrawal', now, limit],
      );
      return rows.map(questionOf);
    },
  },
];
