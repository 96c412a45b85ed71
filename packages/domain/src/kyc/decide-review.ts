import {
  type DocumentType,
  type KycField,
  type KycReason,
  documentFields,
  personFields,
  reasonsOf,
} from '@assay/contract/vocabulary/kyc.ts';
import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';
import { imagesFor } from './decide-submission.ts';
import { mayBecome } from './statuses.ts';

export interface FieldRejected {
  readonly field: KycField;
  readonly reason: KycReason;
}

/**
 * Whether a reviewer may decide so. Refused with 10019 when the case waits no longer, and with 11039 when a failed one names
 * no field, a field twice or one that the document does not have, or a reason that does not fit, and when a verified one
 * names any.
 */
export function decideReview(
  decision: { readonly status: 'verified' | 'failed'; readonly rejected: readonly FieldRejected[] },
  situation: { readonly status: KycStatus; readonly documentType: DocumentType },
): '10019' | '11039' | undefined {
  if (!mayBecome(situation.status, decision.status)) return '10019';
  const { rejected } = decision;
  if ((decision.status === 'failed') === (rejected.length === 0)) return '11039';
  if (new Set(rejected.map(({ field }) => field)).size < rejected.length) return '11039';
  const fields = new Set<KycField>([...personFields, 'documentType', ...documentFields, ...imagesFor(situation.documentType)]);
  return rejected.every(({ field, reason }) => fields.has(field) && reasonsOf[field].includes(reason)) ? undefined : '11039';
}
