import type { Owner } from '@assay/domain/dealing/draft.ts';
import { type AccountRef, userAccount } from '@assay/domain/ledger/accounts.ts';
import type { Amount, Asset } from '@assay/domain/money/amount.ts';
import { type AccountName, type LockedAccount, postMany } from '../ledger/index.ts';
import { recordUsedQuotes } from '../market/index.ts';
import { notifyMany } from '../notifications/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Transaction } from '../platform/database.ts';
import { tellBalance } from '../platform/private-events.ts';
import { Balances } from './balances.ts';
import type { Plan } from './plan.ts';

interface Writing {
  readonly tx: Transaction;
  readonly bus: Bus;
  readonly plans: readonly Plan[];
  /** As they were before the plans. */
  readonly accounts: ReadonlyMap<string, LockedAccount>;
  readonly idOf: (account: AccountName) => number;
}

/** Sends postings, quotes and notices of all plans by one statement each; messages leave once they are durable. */
export function writePlans({ tx, bus, plans, accounts, idOf }: Writing): void {
  const balances = new Balances(accounts);
  const told = plans.map((plan) => {
    balances.book(plan.postings);
    return { messages: plan.messages, available: availableAfter(plan, balances) };
  });
  postMany(
    tx,
    plans.flatMap(({ postings }) => postings),
    idOf,
    (account) => balances.expected(account),
  );
  recordUsedQuotes(
    tx,
    plans.flatMap(({ quotes }) => quotes),
  );
  notifyMany(
    bus,
    tx,
    plans.flatMap(({ notices }) => notices),
  );
  tx.afterCommit(() => {
    for (const { messages, available } of told) {
      for (const { topic, message } of messages) bus.publish(topic, message);
      for (const { owner, asset, balance } of available) tellBalance(bus, owner, asset, balance);
    }
  });
}

/** What the owner has available after a plan, in every asset in which it has changed that. */
function availableAfter({ owner, postings }: Plan, balances: Balances): { owner: Owner; asset: Asset; balance: Amount }[] {
  const own = userAccount(owner.userId, 'available');
  const isOwn = (account: AccountRef) => account.owner === own.owner && account.kind === own.kind;
  const assets = postings.flatMap(({ transfers }) =>
    transfers.flatMap(({ from, to, asset }) => (isOwn(from) || isOwn(to) ? [asset] : [])),
  );
  return [...new Map(assets.map((asset) => [asset.code, asset])).values()].map((asset) => {
    const balance = balances.of({ ...own, book: owner.book, asset: asset.code });
    return { owner, asset, balance };
  });
}
