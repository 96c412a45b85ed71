import type { KycField, KycReason } from '@assay/contract/vocabulary/kyc.ts';

/** The reviewer's objections, by field. */
export type Findings = Readonly<Partial<Record<KycField, KycReason>>>;
