import type { Bus } from '../platform/bus.ts';
import { tellUser } from '../platform/private-events.ts';

/** One session of a user ended, or all of them (`null`): the live feed signs its sockets out. */
export function tellSignedOut(bus: Bus, userId: string, sessionId: string | null): void {
  tellUser(bus, { userId, book: null, event: 'signedOut', data: { sessionId } });
}
