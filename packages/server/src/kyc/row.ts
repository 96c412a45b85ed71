import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import { type DocumentType, type IdentityImage, type KycField, documentFields } from '@assay/contract/vocabulary/kyc.ts';
import type { FieldRejected } from '@assay/domain/kyc/decide-review.ts';
import { keptAfter } from '@assay/domain/kyc/decide-submission.ts';
import type { Person } from '@assay/domain/kyc/person.ts';
import type { Queryable } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { deriveKey, seal, unseal } from '../platform/seal.ts';
import { parameter } from '../settings/index.ts';
import type { KycContext } from './context.ts';

/** A case as the database has it. */
export interface KycRow {
  readonly id: number;
  readonly caseNo: string;
  readonly userId: string;
  readonly documentType: DocumentType;
  readonly sealedPerson: Buffer;
  readonly images: Readonly<Record<IdentityImage, string | null>>;
  readonly kept: readonly KycField[];
  readonly submittedAt: Date;
  readonly dueAt: Date;
  readonly status: 'pendingReview' | 'verified' | 'failed';
  readonly rejected: readonly FieldRejected[];
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
}

export const columns = `id, case_no as "caseNo", user_id::text as "userId", document_type as "documentType",
  sealed_person as "sealedPerson", json_build_object('front', front_id, 'back', back_id, 'holding', holding_id,
  'signature', signature_id) as images, kept, submitted_at as "submittedAt", due_at as "dueAt", status, rejected,
  decided_at as "decidedAt", decided_by::text as "decidedBy"`;

/** The newest case of a user; undefined before the first. */
export async function newestCase(db: Queryable, userId: string): Promise<KycRow | undefined> {
  const [row] = await db.query<KycRow>(`select ${columns} from kyc_cases where user_id = $1 order by id desc limit 1`, [
    userId,
  ]);
  return row;
}

/** Bound to the user: copied to another row it can't be decrypted. */
export function sealPerson(secret: string, userId: string, person: Person): Buffer {
  return seal(deriveKey(secret, 'identity'), userId, Buffer.from(JSON.stringify(person)));
}

export function personOf(secret: string, { userId, sealedPerson }: Pick<KycRow, 'userId' | 'sealedPerson'>): Person {
  // What was sealed here was a person; the seal says that nothing of it was changed.
  return JSON.parse(unseal(deriveKey(secret, 'identity'), userId, sealedPerson).toString()) as Person;
}

/** Undefined where the seal is broken. */
export function openedPerson(secret: string, row: Pick<KycRow, 'userId' | 'sealedPerson'>): Person | undefined {
  try {
    return personOf(secret, row);
  } catch {
    return undefined;
  }
}

/** Who the user has said to be, case by case, for the user's own eyes. */
export async function identifiedPersons(db: Queryable, secret: string, userId: string): Promise<Person[]> {
  const rows = await db.query<Pick<KycRow, 'userId' | 'sealedPerson'>>(
    'select user_id::text as "userId", sealed_person as "sealedPerson" from kyc_cases where user_id = $1 order by id',
    [userId],
  );
  return rows.map((row) => personOf(secret, row));
}

/** What of a failed case need not be sent again, and what it stated or was returned for; nothing of any other. */
export function leftOf(
  { secret, clock }: KycContext,
  row: KycRow | undefined,
): { readonly kept: readonly KycField[]; readonly asked: readonly KycField[] } {
  if (row?.status !== 'failed') return { kept: [], asked: [] };
  const person = personOf(secret, row);
  const rejected = row.rejected.map(({ field }) => field);
  const today = new Date(clock.wall()).toISOString().slice(0, 10);
  return {
    kept: keptAfter(row.documentType, new Set(rejected), person, today),
    asked: [...rejected, ...documentFields.filter((field) => person[field] !== undefined)],
  };
}

/** How long an answer takes at most. */
export async function hoursToAnswer(db: Queryable): Promise<number> {
  const hours = await parameter(db, 'kyc_hours');
  if (isRefusal(hours)) throw new Error('the parameter kyc_hours is missing');
  return Number(hours);
}

/** A case as its customer sees it: its progress and the objections, never what was submitted. */
export function toKyc(
  context: KycContext,
  row: KycRow | undefined,
  hours: number,
  limits: Pick<Kyc, 'higherLimits' | 'higherLimitsFrom'> = { higherLimits: null, higherLimitsFrom: null },
): Kyc {
  const { kept } = leftOf(context, row);
  return {
    status: row?.status ?? 'notVerified',
    submittedAt: row?.submittedAt.toISOString() ?? null,
    dueAt: row?.status === 'pendingReview' ? row.dueAt.toISOString() : null,
    decidedAt: row?.decidedAt?.toISOString() ?? null,
    hours,
    documentType: kept.includes('documentType') ? (row?.documentType ?? null) : null,
    kept: [...kept],
    rejected: [...(row?.rejected ?? [])],
    ...limits,
  };
}
