import { createHmac } from 'node:crypto';
import type { KycCaseDetail } from '@assay/contract/endpoints/console/kyc.ts';
import type { DocumentType } from '@assay/contract/vocabulary/kyc.ts';
import { type Person, nameSkeleton, numberSkeleton } from '@assay/domain/kyc/person.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { deriveKey } from '../platform/seal.ts';

/** Cases of other accounts that are shown beside one. */
const likenessesMax = 20;

/**
 * The personal details of a case, as keyed hashes: equal for equal entries, and meaningless without the key. The key follows
 * from the installation's root, which a new `SECRET` leaves as it is. The country does not count: it is what the customer
 * states beside the address, and the issuer of the document is not checked.
 */
export function marksOf(secret: string, documentType: DocumentType, person: Person): { document: Buffer | null; name: Buffer } {
  const key = deriveKey(secret, 'identity marks');
  const mark = (...parts: readonly string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  const { documentNumber, birthdate } = person;
  return {
    document: documentNumber === undefined ? null : mark('document', documentType, numberSkeleton(documentNumber)),
    name: mark('name', nameSkeleton(person), birthdate),
  };
}

/** Keeps the marks of a case. */
export async function keepMarks(
  tx: Queryable,
  secret: string,
  { id, documentType, person }: { readonly id: number; readonly documentType: DocumentType; readonly person: Person },
): Promise<void> {
  const { document, name } = marksOf(secret, documentType, person);
  await tx.query('insert into identity_marks (case_id, document, name) values ($1, $2, $3) on conflict do nothing', [
    id,
    document,
    name,
  ]);
}

/** Of a row `c` of cases: what another account has stated too, as a value of `alike`. */
export const alikeSql = `(
  select case when bool_or(other.document = own.document) then 'document' else max('name') end
  from identity_marks own
  join identity_marks other on other.document = own.document or other.name = own.name
  join kyc_cases told on told.id = other.case_id
  where own.case_id = c.id and told.user_id <> c."userId"::bigint)`;

type Likeness = KycCaseDetail['likenesses'][number];

interface LikenessRow {
  readonly id: number;
  readonly caseNo: string;
  readonly userId: string;
  readonly userName: string;
  readonly status: Likeness['status'];
  readonly byDocument: boolean;
  readonly samePerson: boolean;
}

/** The newest case of each other account that is alike; those of the same document first. */
export async function likenessesOf(db: Queryable, caseId: string): Promise<Likeness[]> {
  const rows = await db.query<LikenessRow>(
    `select * from (
       select distinct on (told.user_id) told.id, told.case_no as "caseNo", told.user_id::text as "userId",
         u.user_name as "userName", told.status, u.person_id is not distinct from me.person_id and u.person_id is not null as "samePerson",
         bool_or(coalesce(other.document = own.document, false)) over (partition by told.user_id) as "byDocument"
       from identity_marks own
       join kyc_cases c on c.id = own.case_id
       join users me on me.id = c.user_id
       join identity_marks other on other.document = own.document or other.name = own.name
       join kyc_cases told on told.id = other.case_id
       join users u on u.id = told.user_id
       where own.case_id = $1 and told.user_id <> c.user_id
       order by told.user_id, told.id desc
     ) alike order by "byDocument" desc, id desc limit $2`,
    [caseId, likenessesMax],
  );
  return rows.map(({ id, caseNo, userId, userName, status, byDocument, samePerson }) => ({
    id: String(id),
    caseNo,
    customer: { id: userId, userName },
    status,
    by: byDocument ? 'document' : 'name',
    samePerson,
  }));
}

/**
 * Finds the person of a case that is verified: the one of another account where the reviewer says so, else a new one. Of two
 * reviewers who verify one document at once, the second waits and must choose. Refused with 11262 where the document is another
 * person's and nothing is said of it, 11263 where the account that is named is not alike.
 */
export async function findPerson(
  tx: Transaction,
  { id, userId }: { readonly id: number; readonly userId: string },
  { sameAs, now }: { readonly sameAs: string | null | undefined; readonly now: number },
): Promise<Refusal | undefined> {
  const alike = await likenessesOf(tx, String(id));
  if (typeof sameAs === 'string' && !alike.some(({ customer, status }) => customer.id === sameAs && status === 'verified'))
    return refuse('11263', { sameAs: '11263' });
  const person = typeof sameAs === 'string' ? await personOfUser(tx, sameAs, now) : await newPerson(tx, now);
  const [told] = await tx.query<{ told: boolean; owned: boolean }>(
    `with kept as (
       insert into person_documents (document, person_id)
       select document, $2 from identity_marks where case_id = $1 and document is not null
       on conflict do nothing returning document
     )
     select document is not null as told, exists (select from kept) as owned from identity_marks where case_id = $1`,
    [id, person],
  );
  if (told?.told === true && !told.owned && sameAs === undefined) return refuse('11262', { sameAs: '11262' });
  await tx.query('update users set person_id = $2 where id = $1', [userId, person]);
  return undefined;
}

async function newPerson(tx: Transaction, now: number): Promise<string> {
  const [row] = await tx.query<{ id: string }>('insert into persons (verified_at) values ($1) returning id::text as id', [
    new Date(now),
  ]);
  if (row === undefined) throw new Error('a person was not written');
  return row.id;
}

/** Customers verified before persons were distinguished become one now. */
async function personOfUser(tx: Transaction, userId: string, now: number): Promise<string> {
  const [row] = await tx.query<{ person: string | null }>(
    'select person_id::text as person from users where id = $1 for no key update',
    [userId],
  );
  if (row === undefined) throw new Error(`there is no user ${userId}`);
  if (row.person !== null) return row.person;
  const person = await newPerson(tx, now);
  await tx.query('update users set person_id = $2 where id = $1', [userId, person]);
  return person;
}
