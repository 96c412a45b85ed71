import type { KycField, KycReason } from '@assay/contract/vocabulary/kyc.ts';

/** What the reviewer found amiss, by field. */
export type Findings = Readonly<Partial<Record<KycField, KycReason>>>;
