import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { useCallback } from 'react';
import type { QueueItem } from '../../shared/desk/queue-frame.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useNames } from '../../shared/words/names.ts';

const { deposits, withdrawals } = consoleCalls;
type Deposit = DeskResult<typeof deposits.list>['items'][number];
type Withdrawal = DeskResult<typeof withdrawals.list>['items'][number];

const waiting = { status: 'open' };

/** The queue of deposits, shown beside the open one. */
export function useDepositQueue() {
  const name = useNames();
  const itemOf = useCallback(
    (item: Deposit): QueueItem => ({
      id: item.id,
      title: <Money amount={item.amount} asset={item.coin} />,
      detail: `${item.customer.userName} · ${name('funds.statuses', item.status)}`,
      at: item.createdAt,
    }),
    [name],
  );
  return { path: '/deposits', call: deposits.list, waiting, itemOf };
}

/** Withdrawals to decide. */
export function useWithdrawalQueue() {
  const name = useNames();
  const itemOf = useCallback(
    (item: Withdrawal): QueueItem => ({
      id: item.id,
      title: <Money amount={item.amount} asset={item.asset} />,
      detail: `${item.customer.userName} · ${name('funds.statuses', item.status)}`,
      at: item.createdAt,
    }),
    [name],
  );
  return { path: '/withdrawals', call: withdrawals.list, waiting, itemOf };
}
