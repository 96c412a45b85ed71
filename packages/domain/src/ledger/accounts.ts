import type { Amount, Asset } from '@assay/domain/money/amount.ts';

/** What a user has: free money, and money held for one thing each. `loan` mirrors what is owed. None is ever negative. */
export type UserKind = 'available' | 'margin' | 'order' | 'withdrawal' | 'bid' | 'plan' | 'loan';

/** What is set aside for orders, positions, plans, bids and withdrawals. A loan is owed, not held. */
export const heldKinds = ['margin', 'order', 'withdrawal', 'bid', 'plan'] as const;

/** Every unit on an account of these kinds belongs to one thing: set aside or owed by a user, promised to one, due to a charity. */
export const boundKinds = [...heldKinds, 'loan', 'committed', 'charity'] as const;
export type BoundKind = (typeof boundKinds)[number];

/** House accounts whose balance is kept and never falls below zero. */
export const protectedKinds = ['insurance', 'treasury', 'committed', 'lending', 'charity'] as const;
/** House accounts that every trade touches: never locked, their balance is a sum over the entries. */
export const unlockedKinds = [
  'fees',
  'trading',
  'referral',
  'receivable',
  'capital',
  'outside:deposits',
  'outside:withdrawals',
  'outside:charity',
  'issuance',
] as const;
export type HouseKind = (typeof protectedKinds)[number] | (typeof unlockedKinds)[number];

/** The owner of every house account. User ids are generated and can't take this value. */
export const house = 'house';

/** An account within a book and an asset; those two are the posting's and the transfer's. */
export interface AccountRef {
  readonly owner: string;
  readonly kind: UserKind | HouseKind;
}

export function userAccount(userId: string, kind: UserKind): AccountRef {
  if (userId === house || userId === '') throw new Error('a user account belongs to a user');
  return { owner: userId, kind };
}

export function houseAccount(kind: HouseKind): AccountRef {
  return { owner: house, kind };
}

/** What a user has in one asset, by kind of account. */
export type Balances = Readonly<Record<UserKind, Amount>> & { readonly asset: Asset };

/** How an account is called on a receipt: `available`, `house:trading`. */
export function accountName(account: AccountRef): string {
  return account.owner === house ? `house:${account.kind}` : account.kind;
}

/** An amount that moves from one account to another, in the asset's smallest unit. */
export interface Transfer {
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly asset: Asset;
  readonly amount: Amount;
}
