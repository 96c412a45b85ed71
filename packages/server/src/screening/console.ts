import { screeningCalls } from '@assay/contract/endpoints/console/screening.ts';
import { type Desk, serveDesk } from '../operators/index.ts';
import type { Screening } from './screening.ts';

/** The screening results of a case, for the deciding operator. */
export function serveScreeningDesk(desk: Desk, screening: Screening): void {
  serveDesk(desk, screeningCalls.state, async (_, { about, caseNo }) => ({
    state: await screening.stateOf(desk.db, about, caseNo),
  }));
}
