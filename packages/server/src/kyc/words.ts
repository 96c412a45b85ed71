import { createHmac } from 'node:crypto';
import { type Person, numberSkeleton } from '@assay/domain/kyc/person.ts';
import { nameWords, phoneTail } from '@assay/domain/kyc/words.ts';
import type { Queryable } from '../platform/database.ts';
import { deriveKey } from '../platform/seal.ts';

/** What of a sealed person can be looked for. */
type SealedClue = 'name' | 'phone' | 'document';
/** Words that must all be there, each in one of its spellings. */
export type Sought = readonly (readonly string[])[];

const markBytes = 16;

/** A keyed hash of a word as hexadecimal: equal words give equal hashes, and it is meaningless otherwise. */
function markOf(secret: string, keyId: number, clue: SealedClue, word: string): string {
  const key = deriveKey(secret, `search words ${keyId}`);
  return createHmac('sha256', key)
    .update(JSON.stringify([clue, word]))
    .digest()
    .subarray(0, markBytes)
    .toString('hex');
}

/** The words of a typed search; undefined where there are none. */
export function soughtIn(clue: SealedClue, text: string): Sought | undefined {
  if (clue === 'name') {
    const words = nameWords(text);
    const known = new Map(words.map((spellings) => [spellings.join('|'), spellings]));
    return words.length === 0 ? undefined : [...known.values()];
  }
  const word = clue === 'phone' ? phoneTail(text) : numberSkeleton(text);
  return word === undefined || word === '' ? undefined : [[word]];
}

function wordsOf({ firstName, lastName, phone, documentNumber }: Person): [SealedClue, string][] {
  const told = { name: `${firstName} ${lastName}`, phone, document: documentNumber } as const;
  return (['name', 'phone', 'document'] as const).flatMap((clue) =>
    (soughtIn(clue, told[clue] ?? '') ?? []).flat().map((word): [SealedClue, string] => [clue, word]),
  );
}

async function keysOf(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>('select id from search_keys order by id desc');
  return rows.map(({ id }) => id);
}

/** Keeps the words of a case under the newest key. */
export async function keepWords(
  tx: Queryable,
  secret: string,
  { id, person }: { readonly id: number; readonly person: Person },
): Promise<void> {
  const [newest] = await keysOf(tx);
  if (newest === undefined) throw new Error('there is no key for words');
  const marks = new Set(wordsOf(person).map(([clue, word]) => markOf(secret, newest, clue, word)));
  await tx.query(
    `insert into search_marks (mark, case_id, key_id) select decode(mark, 'hex'), $2, $3 from unnest($1::text[]) mark
     on conflict do nothing`,
    [[...marks], id, newest],
  );
}

export const byWordsSql = `
  select c.user_id::text as "userId" from (
    select m.case_id from unnest($1::text[], $2::integer[]) sought (mark, place)
    join search_marks m on m.mark = decode(sought.mark, 'hex')
    group by m.case_id having count(distinct sought.place) = $3
  ) found join kyc_cases c on c.id = found.case_id
  group by c.user_id order by max(c.id) desc limit $4`;

/** Customers of whom one case has all the words, the newest first. While a key is being replaced both are searched. */
export async function findByWords(
  db: Queryable,
  secret: string,
  clue: SealedClue,
  sought: Sought,
  limit: number,
): Promise<string[]> {
  const keys = await keysOf(db);
  const marks = sought.flatMap((spellings, place) =>
    keys.flatMap((key) => spellings.map((word) => ({ mark: markOf(secret, key, clue, word), place }))),
  );
  const rows = await db.query<{ userId: string }>(byWordsSql, [
    marks.map(({ mark }) => mark),
    marks.map(({ place }) => place),
    sought.length,
    limit,
  ]);
  return rows.map(({ userId }) => userId);
}
