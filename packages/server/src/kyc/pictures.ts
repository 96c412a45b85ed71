import type { Queryable } from '../platform/database.ts';
import type { KycRow } from './row.ts';

/**
 * Whether an operator has been shown every picture of a case in this case, as the views of pictures are written down. One that
 * was taken over from the previous case is viewed again, and an erased one can't be shown.
 */
export async function hasSeenPictures(
  db: Queryable,
  { caseNo, images }: Pick<KycRow, 'caseNo' | 'images'>,
  operatorId: string,
): Promise<boolean> {
  const unseen = await db.query(
    `select from images i where i.id = any($1::uuid[]) and i.sealed_key is not null and not exists (
       select from image_views v
       where v.image_id = i.id and v.viewer = 'operator' and v.viewer_id = $2 and v.case_no = $3) limit 1`,
    [Object.values(images).filter((id) => id !== null), operatorId, caseNo],
  );
  return unseen.length === 0;
}
