import { type Amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import { type NftsContext, book } from './context.ts';
import { type NftRow, wireId } from './row.ts';

const facts = ({ id, title }: NftRow) => ({ nftId: wireId(id), title });

interface Highest {
  readonly userId: string;
  readonly bid: Amount;
  readonly at: number;
}

/** Notifies the outbid bidder that the money is free again, and of the new highest bid. */
export function tellOutbid(
  { notify }: NftsContext,
  tx: Transaction,
  row: NftRow,
  { userId, bid, currentBid, at }: Highest & { readonly currentBid: Amount },
): void {
  const values = { ...facts(row), released: formatAmount(bid, usdt), currentBid: formatAmount(currentBid, usdt) };
  notify(tx, { kind: 'outbid', userId, book, values, at });
}

/** Notifies the new owner; `own` says that the person has just bought it and sees it on the screen. */
export async function tellWon(
  { notify }: NftsContext,
  tx: Transaction,
  row: NftRow,
  sale: { readonly userId: string; readonly price: Amount; readonly at: number; readonly own: boolean },
): Promise<void> {
  const [charity] = await tx.query<{ name: string }>('select name from charities where id = $1', [row.charityId]);
  if (charity === undefined) throw new Error(`nft ${row.id} has no charity`);
  const { userId, at, own } = sale;
  const values = { ...facts(row), donation: formatAmount(sale.price, usdt), charity: charity.name };
  notify(tx, { kind: 'nftWon', userId, book, values, at, own });
}

export function tellReserveMissed({ notify }: NftsContext, tx: Transaction, row: NftRow, { userId, bid, at }: Highest): void {
  notify(tx, { kind: 'reserveMissed', userId, book, values: { ...facts(row), released: formatAmount(bid, usdt) }, at });
}
