import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import {
  type DocumentField,
  type DocumentType,
  type IdentityImage,
  type KycField,
  type PersonField,
  documentFields,
  identityImages,
  personFields,
} from '@assay/contract/vocabulary/kyc.ts';
import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type Person, checkField } from './person.ts';
import { mayBecome } from './statuses.ts';

/** What a customer hands in; what is kept from an earlier time may be left out. */
export interface SubmissionRequest extends Readonly<Partial<Record<PersonField | DocumentField, string | undefined>>> {
  readonly documentType?: DocumentType | undefined;
}

export interface SubmissionSituation {
  readonly status: KycStatus;
  /** The document of the identification before this one; null when there was none. */
  readonly documentType: DocumentType | null;
  /** What was fine in the identification before this one. */
  readonly kept: readonly KycField[];
  /** What the previous identification contained, or was sent back for. */
  readonly asked: readonly KycField[];
  /** Pictures that come with the request. */
  readonly images: ReadonlySet<IdentityImage>;
  /** UTC day, yyyy-mm-dd. */
  readonly today: string;
}

/** No, with a code for each field that is at fault; none where it is not about a field. */
export interface NotSubmitted {
  readonly refused: Code;
  readonly fields: Readonly<Partial<Record<KycField, Code>>>;
}

export interface Submission {
  /** Fields that are new. */
  readonly person: Partial<Person>;
  readonly documentType: DocumentType;
  /** Pictures to take from the request; the others come from the identification before. */
  readonly images: readonly IdentityImage[];
  /** What is taken over. */
  readonly kept: readonly KycField[];
}

/** Our form asks for them; a client of an older contract may leave them out, unless they were required before. */
const optional: ReadonlySet<KycField> = new Set(documentFields);

/** A passport shows everything on one page. */
const needsBack = (document: DocumentType) => document !== 'passport';

/** Pictures that a document is shown by, and the signature. */
export function imagesFor(document: DocumentType): readonly IdentityImage[] {
  return identityImages.filter((image) => image !== 'back' || needsBack(document));
}

/**
 * What of an identification that failed need not be sent again: another document makes its pictures and its number worthless.
 * Its document details are kept as far as they are still valid: the expiry date may have passed.
 */
export function keptAfter(
  document: DocumentType,
  rejected: ReadonlySet<KycField>,
  person: Partial<Person>,
  today: string,
): readonly KycField[] {
  const gone = new Set<KycField>(rejected);
  if (rejected.has('documentType')) for (const field of ofDocument) gone.add(field);
  const told = documentFields.filter((field) => {
    const text = person[field];
    return text !== undefined && checkField(field, text, today) === undefined;
  });
  return [...personFields, 'documentType' as const, ...told, ...imagesFor(document)].filter((field) => !gone.has(field));
}

const ofDocument: readonly KycField[] = [...documentFields, 'front', 'back', 'holding'];

/**
 * Decides an identification: the server writes what this returns, the form shows its refusals. Refused with 10019 when the
 * status does not allow it, else with the code of each field at fault: 11030 missing, 11026 picture missing, 11036 not
 * signed, and those of `checkField`.
 */
export function decideSubmission(request: SubmissionRequest, situation: SubmissionSituation): Submission | NotSubmitted {
  const { status, today } = situation;
  if (!mayBecome(status, 'pendingReview')) return { refused: '10019', fields: {} };
  const fields: Partial<Record<KycField, Code>> = {};
  const documentType = request.documentType ?? (situation.kept.includes('documentType') ? situation.documentType : null);
  const kept = stillKept(situation, documentType);

  const person: Record<string, string> = {};
  for (const field of [...personFields, ...documentFields]) {
    const text = request[field]?.trim() ?? '';
    if (text === '') {
      if (!kept.has(field) && (!optional.has(field) || askedOf(field, documentType, situation))) fields[field] = '11030';
      continue;
    }
    const code = checkField(field, text, today);
    if (code === undefined) person[field] = text;
    else fields[field] = code;
  }
  if (documentType === null) fields.documentType = '11030';
  // Until the document is chosen, the pictures that every document needs are required.
  const needed = imagesFor(documentType ?? 'passport');
  for (const image of needed) {
    if (!situation.images.has(image) && !kept.has(image)) fields[image] = image === 'signature' ? '11036' : '11026';
  }
  const [refused] = Object.values(fields);
  if (refused !== undefined) return { refused, fields };
  if (documentType === null) return { refused: '11030', fields };
  const images = needed.filter((image) => situation.images.has(image));
  const given = new Set<KycField>([...[...personFields, ...documentFields].filter((field) => field in person), ...images]);
  if (request.documentType !== undefined) given.add('documentType');
  return { person, documentType, images, kept: [...kept].filter((field) => !given.has(field)) };
}

/** Every document has a number; another than the one before may show no expiry. */
const askedOf = (field: KycField, documentType: DocumentType | null, before: SubmissionSituation) =>
  before.asked.includes(field) && (field === 'documentNumber' || documentType === before.documentType);

function stillKept({ kept, documentType: before }: SubmissionSituation, documentType: DocumentType | null): Set<KycField> {
  const still = new Set(kept);
  const has: readonly KycField[] =
    documentType === null || documentType !== before ? [] : [...documentFields, ...imagesFor(documentType)];
  for (const field of ofDocument) if (!has.includes(field)) still.delete(field);
  return still;
}
