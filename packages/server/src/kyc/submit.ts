import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { identityCalls } from '@assay/contract/endpoints/identity.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { type IdentityImage, documentFields, identityImages } from '@assay/contract/vocabulary/kyc.ts';
import { type Submission, decideSubmission } from '@assay/domain/kyc/decide-submission.ts';
import type { Person } from '@assay/domain/kyc/person.ts';
import type { Transaction } from '../platform/database.ts';
import type { TakenImage } from '../platform/images/images.ts';
import { newOrderNo } from '../platform/order-number.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { SignedInUser } from '../platform/signed-in-user.ts';
import type { KycContext } from './context.ts';
import { keepMarks } from './persons.ts';
import { type KycRow, columns, hoursToAnswer, leftOf, newestCase, personOf, sealPerson, toKyc } from './row.ts';
import { keepWords } from './words.ts';

type Endpoint = typeof identityCalls.identification;
type Sent = Readonly<Record<IdentityImage, TakenImage | undefined>>;

const hourMs = 3_600_000;

/**
 * Hands an identification in. Refusals: 10008 frozen, then those of `decideSubmission`, then 11037 one file for two pictures.
 */
export async function submitIdentification(
  context: KycContext,
  tx: Transaction,
  user: SignedInUser,
  input: InputOf<Endpoint>,
  sent: Sent,
): Promise<ResultOf<Endpoint> | Refusal> {
  if (user.frozen) return refuse('10008');
  // A concurrent second submission waits here, and then finds that a review is pending.
  await tx.query('select from users where id = $1 for update', [user.id]);
  const before = await newestCase(tx, user.id);
  const now = context.clock.wall();
  const decision = decideSubmission(input, {
    status: before?.status ?? 'notVerified',
    documentType: before?.documentType ?? null,
    ...leftOf(context, before),
    images: new Set(identityImages.filter((image) => sent[image] !== undefined)),
    today: new Date(now).toISOString().slice(0, 10),
  });
  if ('refused' in decision) return refuse(decision.refused, { ...decision.fields });
  const twice = sentTwice(decision, sent);
  if (twice !== undefined) return twice;

  const hours = await hoursToAnswer(tx);
  const person = personFrom(context, decision, before);
  const row = await insert(tx, {
    userId: user.id,
    caseNo: newOrderNo('K', now),
    decision,
    sealed: sealPerson(context.secret, user.id, person),
    images: await keepImages(tx, user.id, { decision, sent, before }),
    submittedAt: new Date(now),
    dueAt: new Date(now + hours * hourMs),
  });
  await keepMarks(tx, context.secret, { id: row.id, documentType: row.documentType, person });
  await keepWords(tx, context.secret, { id: row.id, person });
  return { ...toKyc(context, row, hours), notice: '20001' };
}

/** Two sides of a document are two pictures: the same file twice is refused for the second. */
function sentTwice({ images }: Submission, sent: Sent): Refusal | undefined {
  const seen = new Set<string>();
  const fields: Partial<Record<IdentityImage, Code>> = {};
  for (const image of images) {
    const { sha256 = '' } = sent[image] ?? {};
    if (seen.has(sha256)) fields[image] = '11037';
    seen.add(sha256);
  }
  return Object.keys(fields).length === 0 ? undefined : refuse('11037', { ...fields });
}

function personFrom({ secret }: KycContext, { person, kept }: Submission, before: KycRow | undefined): Person {
  const said = before === undefined ? {} : personOf(secret, before);
  const gone = new Set<string>(documentFields.filter((field) => !kept.includes(field)));
  // The decision has found every field here or there; the number of another document is that of none.
  return { ...Object.fromEntries(Object.entries(said).filter(([field]) => !gone.has(field))), ...person } as Person;
}

/** The pictures of the case by name: new ones are kept, the others are those of the case before. */
async function keepImages(
  tx: Transaction,
  ownerId: string,
  { decision, sent, before }: { decision: Submission; sent: Sent; before: KycRow | undefined },
): Promise<KycRow['images']> {
  const images: Record<IdentityImage, string | null> = { front: null, back: null, holding: null, signature: null };
  for (const name of identityImages) {
    const image = decision.images.includes(name) ? sent[name] : undefined;
    if (image !== undefined) images[name] = await image.keep(tx, { ownerId, purpose: 'kyc' });
    else if (decision.kept.includes(name)) images[name] = before?.images[name] ?? null;
  }
  return images;
}

interface NewCase {
  readonly userId: string;
  readonly caseNo: string;
  readonly decision: Submission;
  readonly sealed: Buffer;
  readonly images: KycRow['images'];
  readonly submittedAt: Date;
  readonly dueAt: Date;
}

async function insert(tx: Transaction, one: NewCase): Promise<KycRow> {
  const { decision, images } = one;
  const [row] = await tx.query<KycRow>(
    `insert into kyc_cases (case_no, user_id, document_type, sealed_person, front_id, back_id, holding_id, signature_id, kept,
       submitted_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${columns}`,
    [
      one.caseNo,
      one.userId,
      decision.documentType,
      one.sealed,
      images.front,
      images.back,
      images.holding,
      images.signature,
      decision.kept,
      one.submittedAt,
      one.dueAt,
    ],
  );
  if (row === undefined) throw new Error('a case was not written');
  return row;
}
