import type { Database } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import { keepMarks } from './persons.ts';
import { type KycRow, columns, openedPerson } from './row.ts';
import { wordJobs } from './word-jobs.ts';

/** Cases that one statement reads at most. */
const batch = 500;

/**
 * Cases from before there were marks get theirs, so that who was verified long ago is seen coming twice. One that can't be opened
 * keeps none behind it from theirs; the job fails, and names it.
 */
export function kycJobs({ db, secret }: { readonly db: Database; readonly secret: string }): Job[] {
  return [
    {
      name: 'kyc.marks',
      cron: '37 3 * * *',
      run: async () => {
        const closed: number[] = [];
        for (let after = 0; ;) {
          const rows = await db.query<KycRow>(
            `select ${columns} from kyc_cases where id > $1 and sealed_person <> ''
               and not exists (select from identity_marks m where m.case_id = kyc_cases.id)
             order by id limit $2`,
            [after, batch],
          );
          for (const row of rows) {
            const { id, documentType } = row;
            const person = openedPerson(secret, row);
            if (person === undefined) closed.push(id);
            else await keepMarks(db, secret, { id, documentType, person });
          }
          if (rows.length < batch) break;
          after = rows.at(-1)?.id ?? 0;
        }
        if (closed.length > 0)
          throw new Error(`identifications that can't be opened: ${closed.length}, the first is ${closed[0]}`);
      },
    },
    ...wordJobs({ db, secret }),
  ];
}
