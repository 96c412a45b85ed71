import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { useCallback } from 'react';
import type { QueueItem } from '../../shared/desk/queue-frame.tsx';
import { Money } from '../../shared/parts/money.tsx';

const { loans } = consoleCalls;
const waiting = { status: 'pendingReview' };

/** The queue of loans, shown beside the open one. */
export function useLoanQueue() {
  const itemOf = useCallback(
    (item: DeskResult<typeof loans.list>['items'][number]): QueueItem => ({
      id: item.id,
      title: <Money amount={item.amount} asset="USDT" />,
      detail: item.customer.userName,
      at: item.createdAt,
    }),
    [],
  );
  return { path: '/loans', call: loans.list, waiting, itemOf };
}
