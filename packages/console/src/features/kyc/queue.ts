import type { KycCase } from '@assay/contract/endpoints/console/kyc.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { useCallback } from 'react';
import type { QueueItem } from '../../shared/desk/queue-frame.tsx';
import { useNames } from '../../shared/words/names.ts';

const waiting = { status: 'pendingReview' };

/** The queue of identifications, shown beside the open one. */
export function useKycQueue() {
  const name = useNames();
  const itemOf = useCallback(
    (item: KycCase): QueueItem => ({
      id: item.id,
      title: item.customer.userName,
      detail: name('kyc.documents', item.documentType),
      at: item.createdAt,
    }),
    [name],
  );
  return { path: '/kyc', call: consoleCalls.kyc.list, waiting, itemOf };
}
