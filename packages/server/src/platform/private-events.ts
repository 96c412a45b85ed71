import type { FeedEvent } from '@assay/contract/feed.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, type Asset, formatAmount } from '@assay/domain/money/amount.ts';
import type { Bus } from './bus.ts';

/** What one user's sockets receive. A `book` of null goes to the sockets of both accounts. */
export interface PrivateMessage {
  readonly userId: string;
  readonly book: Book | null;
  /** `missed`: something unknown was not delivered. */
  readonly event: FeedEvent['event'] | 'missed';
  readonly data: unknown;
}

/** The topic of the bus on which they travel. */
export const privateTopic = 'private';

/** Sends it to the sockets of this user and account, in whichever process they are, and to no others. */
export function tellUser(bus: Bus, message: PrivateMessage): void {
  bus.publish(privateTopic, message);
}

/** Something of this user may have changed without a notification: to be fetched again. */
export function tellMissed(bus: Bus, userId: string): void {
  tellUser(bus, { userId, book: null, event: 'missed', data: null });
}

/** What the account has available now. */
export function tellBalance(bus: Bus, account: { userId: string; book: Book }, asset: Asset, available: Amount): void {
  const { userId, book } = account;
  tellUser(bus, { userId, book, event: 'balance', data: { asset: asset.code, available: formatAmount(available, asset) } });
}

/** For the holder of the sockets; `onLoss` is called when some did not arrive. Returns how to stop listening. */
export function onPrivateMessage(bus: Bus, handler: (message: PrivateMessage) => void, onLoss?: () => void): () => void {
  return bus.subscribe(privateTopic, handler, onLoss);
}
