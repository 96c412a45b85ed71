import type { CannedAnswer, chatDeskCalls } from '@assay/contract/endpoints/console/chats.ts';
import type { DeskInput } from '@assay/contract/endpoints/console/desk-call.ts';
import { cannedAnswersMax } from '@assay/contract/vocabulary/support.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

const columns = 'id::text as id, title, texts';

/** Prepared answers by title. */
export async function listCanned(db: Queryable): Promise<CannedAnswer[]> {
  return db.query<CannedAnswer>(`select ${columns} from canned_answers order by title, id limit $1`, [cannedAnswersMax]);
}

/** A new prepared answer, or another text of one. Refused with 11126 when there are too many. */
export async function saveCanned(
  tx: Transaction,
  { operatorId, now }: { operatorId: string; now: number },
  { id, title, texts }: DeskInput<typeof chatDeskCalls.saveCanned>,
): Promise<CannedAnswer | Refusal> {
  const values = [title, JSON.stringify(texts), operatorId, new Date(now)];
  if (id !== undefined) {
    const [saved] = await tx.query<CannedAnswer>(
      `update canned_answers set title = $1, texts = $2, updated_by = $3, updated_at = $4 where id::text = $5 returning ${columns}`,
      [...values, id],
    );
    return saved ?? refuse('404', { id: '404' });
  }
  const [added] = await tx.query<CannedAnswer>(
    `insert into canned_answers (title, texts, updated_by, updated_at)
     select $1, $2, $3, $4 where (select count(*) from canned_answers) < $5 returning ${columns}`,
    [...values, cannedAnswersMax],
  );
  return added ?? refuse('11126');
}

/** The title of what was removed. */
export async function removeCanned(tx: Transaction, id: string): Promise<string | Refusal> {
  const [removed] = await tx.query<{ title: string }>('delete from canned_answers where id::text = $1 returning title', [id]);
  return removed?.title ?? refuse('404', { id: '404' });
}
