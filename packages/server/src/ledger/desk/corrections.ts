import { ledgerDeskCalls } from '@assay/contract/endpoints/console/ledger.ts';
import { type Book, books } from '@assay/contract/vocabulary/statuses.ts';
import {
  type AccountRef,
  type Transfer,
  house,
  houseAccount,
  protectedKinds,
  userAccount,
} from '@assay/domain/ledger/accounts.ts';
import { correctionBooked } from '@assay/domain/ledger/recipes/corrections.ts';
import { type Amount, minus, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { z } from 'zod';
import { type Desk, propose, serveDeskMove } from '../../operators/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { lockBalances, post } from '../post.ts';
import { booksAround } from './books-around.ts';
import { lockedSum, owedOfFees } from './house-money.ts';

const schema = z.object({
  book: z.enum(books),
  transfers: ledgerDeskCalls.proposeCorrection.input.shape.transfers,
});
type Correction = z.infer<typeof schema>;
type Side = Correction['transfers'][number]['from'];

/** What the house keeps aside and never owes; its fees are a sum, and all its other accounts represent the outside world. */
const kept = new Set<string>(protectedKinds);

/** POST ledger/proposeCorrection */
export function serveCorrections(desk: Desk): void {
  desk.act({
    kind: 'ledger.correction',
    roles: ['finance', 'administrator'],
    schema,
    check: async (tx, correction) => {
      const transfers = await readTransfers(tx, correction);
      return isRefusal(transfers) ? transfers : assertCovered(desk, tx, correction.book, transfers);
    },
    books: async (tx, correction) => {
      const transfers = await readTransfers(tx, correction);
      return isRefusal(transfers) ? null : booksAround(tx, correction.book, transfers);
    },
    weigh: async (_, { book, transfers }) => {
      const asset = assetOf(transfers[0]?.asset ?? usdt.code);
      const all = sum(...transfers.map(({ amount }) => parseAmount(amount, asset) ?? nothing));
      return book === 'real' ? desk.weightOf(all, asset) : null;
    },
    apply: async (tx, correction, { proposalId, at }) => {
      const transfers = await readTransfers(tx, correction);
      if (isRefusal(transfers)) return transfers;
      const reference = `correction:${proposalId}`;
      const posted = await post(tx, { book: correction.book, reference, at, ...correctionBooked(transfers) });
      if (isRefusal(posted)) return posted;
      const [{ asset } = { asset: usdt }] = transfers;
      const givers = new Set(transfers.map(({ from }) => from.owner).filter((owner) => owner !== house));
      for (const userId of givers) {
        for (const follow of desk.corrected) await follow(tx, { userId, book: correction.book }, asset);
      }
      return undefined;
    },
  });
  serveDeskMove(desk, ledgerDeskCalls.proposeCorrection, async (call, { subject, reason, ...payload }, tx, audit) =>
    propose(desk, call, tx, audit, {
      kind: 'ledger.correction',
      subject: `correction:${subject}`,
      payload,
      reason,
      customer: await firstOf(tx, payload),
    }),
  );
}

/** The first customer whom it is about; none where none of them is there, which is refused. */
async function firstOf(tx: Transaction, { transfers }: Pick<Correction, 'transfers'>): Promise<string | undefined> {
  const owner = transfers.flatMap(({ from, to }) => [from.owner, to.owner]).find((one) => one !== house);
  const known = owner === undefined ? [] : await tx.query('select from users where id = $1', [owner]);
  return known.length === 0 ? undefined : owner;
}

/**
 * Each transfer lies between a customer's free money and an account of the house, and all are of one asset: what is held
 * belongs to open orders and plans, which alone release it. Refused with 11074 and, for the amount, 10016.
 */
async function readTransfers(tx: Transaction, { book, transfers }: Correction): Promise<Transfer[] | Refusal> {
  const wrong = refuse('11074', { transfers: '11074' });
  const asset = assetOf(transfers[0]?.asset ?? usdt.code);
  const read: Transfer[] = [];
  for (const { from, to, ...transfer } of transfers) {
    const amount = parseAmount(transfer.amount, asset);
    if (amount === undefined || amount === nothing) return refuse('10016', { transfers: '10016' });
    const [giver, taker] = [accountOf(book, from), accountOf(book, to)];
    const houses = [from, to].filter(({ owner }) => owner === house).length;
    if (giver === undefined || taker === undefined || houses !== 1 || transfer.asset !== asset.code) return wrong;
    read.push({ from: giver, to: taker, asset, amount });
  }
  const owners = [...new Set(transfers.flatMap(({ from, to }) => [from.owner, to.owner]).filter((owner) => owner !== house))];
  const [known] = await tx.query<{ count: number }>('select count(*) as count from users where id::text = any ($1)', [owners]);
  return known?.count === owners.length ? read : wrong;
}

function accountOf(book: Book, { owner, kind }: Side): AccountRef | undefined {
  if (owner !== house) return kind === 'available' ? userAccount(owner, kind) : undefined;
  if (kind === 'available' || (book === 'demo' && kind.startsWith('outside:'))) return undefined;
  return houseAccount(kind);
}

/**
 * Refused with 11075, 10011 or 11013 when an account would give more than it has, or fees that are owed already. Locks what the
 * posting will lock; the fees owed are locked before.
 */
async function assertCovered(
  desk: Desk,
  tx: Transaction,
  book: Book,
  transfers: readonly Transfer[],
): Promise<Refusal | undefined> {
  const asset = transfers[0]?.asset ?? usdt;
  const gives = ({ owner, kind }: AccountRef): Amount =>
    sum(...transfers.filter(({ from }) => from.owner === owner && from.kind === kind).map(({ amount }) => amount));
  const ofFees = gives(houseAccount('fees'));
  const owed = ofFees > nothing ? await owedOfFees(desk, tx, book, asset) : nothing;
  const named = new Map(transfers.flatMap(({ from, to }) => [from, to]).map((one) => [`${one.owner} ${one.kind}`, one]));
  const accounts = [...named.values()].filter(({ owner, kind }) => owner !== house || kept.has(kind));
  const balances = await lockBalances(tx, book, asset, accounts);
  for (const [place, account] of accounts.entries()) {
    if (gives(account) <= (balances[place] ?? nothing)) continue;
    return account.owner === house ? refuse('11075') : refuse(asset.code === usdt.code ? '10011' : '11013');
  }
  // The house's accounts are locked behind all others.
  if (ofFees > nothing && ofFees > minus(await lockedSum(tx, book, 'fees', asset), owed)) return refuse('11075');
  return undefined;
}
