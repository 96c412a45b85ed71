import type { Database, Transaction } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import { type KycRow, columns, openedPerson } from './row.ts';
import { keepWords } from './words.ts';

/** The most cases that one transaction reads; none of them is erased meanwhile. */
const batch = 100;

/**
 * Cases that have no words under the newest key get theirs: those from before there were words, and all when the secret was
 * replaced. The keys before go when no case needs them. What can't be opened keeps none behind it from theirs; the job fails then,
 * and names it.
 */
export function wordJobs({ db, secret }: { readonly db: Database; readonly secret: string }): Job[] {
  return [
    {
      name: 'kyc.words',
      cron: '17 * * * *',
      run: async () => {
        const closed: number[] = [];
        for (let after: number | undefined = 0; after !== undefined;) {
          const from: number = after;
          after = await db.transact((tx) => keepBatch(tx, secret, from, closed));
        }
        await dropOldKeys(db);
        if (closed.length > 0)
          throw new Error(`identifications that can't be opened: ${closed.length}, the first is ${closed[0]}`);
      },
    },
  ];
}

/** Answers the last case that it has looked at; undefined when there are no more. */
async function keepBatch(tx: Transaction, secret: string, after: number, closed: number[]): Promise<number | undefined> {
  const rows = await tx.query<KycRow>(
    `select ${columns} from kyc_cases where id in (
       select c.id from kyc_cases c join users u on u.id = c.user_id
       where c.id > $1 and c.sealed_person <> '' and u.closed_at is null and not exists (
         select from search_marks m where m.case_id = c.id and m.key_id = (select max(id) from search_keys))
       order by c.id limit $2 for share of u skip locked)
     order by id`,
    [after, batch],
  );
  for (const row of rows) {
    const person = openedPerson(secret, row);
    if (person === undefined) closed.push(row.id);
    else await keepWords(tx, secret, { id: row.id, person });
  }
  return rows.length < batch ? undefined : rows.at(-1)?.id;
}

/** What has words under the newest key needs no others. */
async function dropOldKeys(db: Database): Promise<void> {
  const keys = await db.query<{ id: number }>('select id from search_keys order by id');
  if (keys.length < 2) return;
  await db.transact(async (tx) => {
    await tx.query(
      `delete from search_marks m where m.key_id <> $1
         and exists (select from search_marks n where n.case_id = m.case_id and n.key_id = $1)`,
      [keys.at(-1)?.id],
    );
    await tx.query(
      'delete from search_keys k where k.id <> $1 and not exists (select from search_marks m where m.key_id = k.id)',
      [keys.at(-1)?.id],
    );
  });
}
