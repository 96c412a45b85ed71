import { type ScreeningSource, unscreened } from '../screening/index.ts';
import { type KycRow, columns, openedPerson } from './row.ts';

/**
 * Identifications by name, birth date and country, as lists of sanctions have them. A case that can't be decrypted stays
 * unknown, and does not delay the others.
 */
export const screenedPersons = (secret: string): ScreeningSource => ({
  about: 'identity',
  questions: async (db, now, limit) => {
    const rows = await db.query<KycRow>(
      `select ${columns} from kyc_cases k where k.status = 'pendingReview' and ${unscreened('k.case_no')} order by k.id limit $3`,
      ['identity', now, limit],
    );
    return rows.map((row) => {
      const person = openedPerson(secret, row);
      if (person === undefined) return { caseNo: row.caseNo, facts: null };
      const { firstName, lastName, birthdate, country } = person;
      return { caseNo: row.caseNo, facts: { firstName, lastName, birthdate, country } };
    });
  },
});
