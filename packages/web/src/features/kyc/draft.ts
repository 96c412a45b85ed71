import type { Kyc } from '@assay/contract/endpoints/identity.ts';
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
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { decideSubmission, imagesFor } from '@assay/domain/kyc/decide-submission.ts';

/** Where the family name comes first. */
const familyFirst: ReadonlySet<Language> = new Set(['zh', 'hk', 'ja', 'ko']);

/** The fields of a person in the order of a language. */
export function personFieldsIn(language: Language): readonly PersonField[] {
  const [first, last, ...rest] = personFields;
  return familyFirst.has(language) ? [last, first, ...rest] : personFields;
}

export const steps = ['person', 'document', 'photos', 'signature', 'review'] as const;
export type Step = (typeof steps)[number];

/** What the person has entered. It lives in memory alone: nothing of it is kept on the device. */
export type Draft = Readonly<Record<PersonField | DocumentField, string>> &
  Readonly<Record<IdentityImage, File | null>> & { readonly documentType: DocumentType | null };

export const emptyDraft: Draft = {
  firstName: '',
  lastName: '',
  sex: '',
  birthdate: '',
  country: '',
  address: '',
  email: '',
  phone: '',
  documentType: null,
  documentNumber: '',
  documentExpiry: '',
  front: null,
  back: null,
  holding: null,
  signature: null,
};

export type Errors = Readonly<Partial<Record<KycField, Code>>>;

/** Pictures of the document. */
export const photos = ['front', 'back', 'holding'] as const satisfies readonly KycField[];

/** What is said of the person and the document; what is empty is left out, and may be kept from before. */
export function personOf(draft: Draft): Partial<Record<PersonField | DocumentField, string>> {
  return Object.fromEntries(
    [...personFields, ...documentFields].flatMap((field) => (draft[field].trim() === '' ? [] : [[field, draft[field]]])),
  );
}

/** The document that counts: the one that is chosen, or the one that was fine. */
export function documentOf(draft: Draft, kyc: Kyc): DocumentType | null {
  return draft.documentType ?? (kyc.kept.includes('documentType') ? kyc.documentType : null);
}

/** What of a failed identification counts still, if it were handed in like this. */
export function keptBy(draft: Draft, kyc: Kyc): ReadonlySet<KycField> {
  const other = draft.documentType !== null && draft.documentType !== kyc.documentType;
  return new Set(kyc.kept.filter((field) => !other || ![...documentFields, ...photos].some((name) => name === field)));
}

/** Fields of a step that have to be entered, or may be. */
export function fieldsOf(step: Step, draft: Draft, kyc: Kyc): readonly KycField[] {
  const document = documentOf(draft, kyc);
  const all: Record<Step, readonly KycField[]> = {
    person: personFields,
    document: ['documentType', ...documentFields],
    photos: imagesFor(document ?? 'idCard').filter((image) => image !== 'signature'),
    signature: ['signature'],
    review: [],
  };
  const kept = keptBy(draft, kyc);
  // An accepted document may still be replaced, for example when it was lost.
  return all[step].filter((field) => field === 'documentType' || !kept.has(field));
}

/** What is wrong with the draft by the rule that the server decides with; `today` is the UTC day. */
export function check(draft: Draft, kyc: Kyc, today: string): Errors {
  const decision = decideSubmission(
    { ...personOf(draft), documentType: draft.documentType ?? undefined },
    {
      status: kyc.status,
      documentType: kyc.documentType,
      kept: kyc.kept,
      asked: kyc.rejected.map(({ field }) => field),
      images: new Set(identityImages.filter((image) => draft[image] !== null)),
      today,
    },
  );
  const wrong = 'refused' in decision ? decision.fields : {};
  // Other clients may leave the number out; our form asks for it.
  const unnumbered = draft.documentNumber.trim() === '' && !keptBy(draft, kyc).has('documentNumber');
  return unnumbered ? { ...wrong, documentNumber: '11030' } : wrong;
}

/** Of all that is wrong, what the person can mend in this step. */
export function errorsIn(step: Step, errors: Errors, draft: Draft, kyc: Kyc): Errors {
  const here = new Set(fieldsOf(step, draft, kyc));
  return Object.fromEntries(Object.entries(errors).filter(([field]) => [...here].some((name) => name === field)));
}

/** The step in which a field is entered. */
export function stepOf(field: string): Step {
  if (field === 'documentType' || documentFields.some((name) => name === field)) return 'document';
  if (field === 'signature') return 'signature';
  return photos.some((name) => name === field) ? 'photos' : 'person';
}
