import { type Amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Bus } from '../platform/bus.ts';

/** Topic of what the live feed passes on to one user's sockets; `book` null means those of both accounts. */
const privateTopic = 'private';

/** One session of a user ended, or all of them (`null`): the live feed signs its sockets out. */
export function tellSignedOut(bus: Bus, userId: string, sessionId: string | null): void {
  bus.publish(privateTopic, { userId, book: null, event: 'signedOut', data: { sessionId } });
}

export function tellDemoBalance(bus: Bus, userId: string, available: Amount): void {
  const data = { asset: usdt.code, available: formatAmount(available, usdt) };
  bus.publish(privateTopic, { userId, book: 'demo', event: 'balance', data });
}
