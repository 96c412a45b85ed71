import type { Desk } from '../operators/index.ts';
import { costAfterLeaving } from './costs.ts';

/** What operators correct of an account's coins changes what is left of those that were bought. */
export function serveSpotDesk(desk: Desk): void {
  desk.followCorrections(costAfterLeaving);
}
