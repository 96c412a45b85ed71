import type { Screened, ScreeningAnswer, ScreeningState } from '@assay/contract/vocabulary/screening.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

/** The check that desks make before they approve a customer or a payment. */
export interface Screening {
  stateOf(db: Queryable, about: Screened, caseNo: string): Promise<ScreeningState>;
  /** Refused with 11270 while nothing is answered, and with 11271 where the answer is no. */
  holds(tx: Transaction, about: Screened, caseNo: string): Promise<Refusal | undefined>;
  /** As SQL, whether it holds none whose number is this. */
  through(about: Screened, caseNo: string): string;
}

/** `on` is false where no screening is set: no query is made then, and nothing is held. */
export function createScreening(on: boolean): Screening {
  const stateOf = async (db: Queryable, about: Screened, caseNo: string): Promise<ScreeningState> => {
    const [row] = await db.query<{ answer: ScreeningAnswer | null }>(
      'select answer from screenings where about = $1 and case_no = $2',
      [about, caseNo],
    );
    // What was refused before it was switched off stays to be seen, and holds.
    return row?.answer ?? (on ? 'unknown' : 'off');
  };
  return {
    stateOf,
    holds: async (tx, about, caseNo) => {
      const state = await stateOf(tx, about, caseNo);
      if (state === 'unknown') return refuse('11270');
      return state === 'refuse' ? refuse('11271') : undefined;
    },
    through: (about, caseNo) =>
      `coalesce((select s.answer from screenings s where s.about = '${about}' and s.case_no = ${caseNo}), '${on ? 'unknown' : 'off'}')
         not in ('unknown', 'refuse')`,
  };
}

/**
 * As SQL, whether a case is still to be asked about: $1 is what it is, $2 the moment. Its number names its table, since alone it would be
 * that of the answer.
 */
export const unscreened = (caseNo: string): string =>
  `not exists (select from screenings s where s.about = $1 and s.case_no = ${caseNo} and (s.answer is not null or s.again_at > $2))`;

/** The data of a case sent to the screening. */
export type Facts = Readonly<Record<string, string | readonly string[]>>;

/** A case to screen, with the data sent to the screening. */
export interface Question {
  readonly caseNo: string;
  /** Null where they can't be decrypted: no query is possible then, and it stays unknown. */
  readonly facts: Facts | null;
}

/** Where a slice's cases come from: pending ones that are due for screening now, and at most so many. */
export interface ScreeningSource {
  readonly about: Screened;
  readonly questions: (db: Queryable, now: Date, limit: number) => Promise<readonly Question[]>;
}
