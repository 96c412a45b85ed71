import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { useCallback } from 'react';
import { useOperator } from '../../shared/client/operator.ts';
import { isMine } from '../../shared/desk/claim.tsx';
import type { QueueItem } from '../../shared/desk/queue-frame.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useNames } from '../../shared/words/names.ts';

const { deposits, withdrawals } = consoleCalls;
type Deposit = DeskResult<typeof deposits.list>['items'][number];
type Withdrawal = DeskResult<typeof withdrawals.list>['items'][number];

const waiting = { status: 'open' };

/** Deposits to decide, as they stand beside the one that is decided. */
export function useDepositQueue() {
  const self = useOperator();
  const name = useNames();
  const itemOf = useCallback(
    (item: Deposit): QueueItem => ({
      id: item.id,
      title: <Money amount={item.amount} asset={item.coin} />,
      detail: `${item.customer.userName} · ${name('funds.statuses', item.status)}`,
      at: item.createdAt,
      mine: isMine(item, self.id),
    }),
    [name, self.id],
  );
  return { path: '/deposits', call: deposits.list, waiting, itemOf };
}

/** Withdrawals to decide. */
export function useWithdrawalQueue() {
  const self = useOperator();
  const name = useNames();
  const itemOf = useCallback(
    (item: Withdrawal): QueueItem => ({
      id: item.id,
      title: <Money amount={item.amount} asset={item.asset} />,
      detail: `${item.customer.userName} · ${name('funds.statuses', item.status)}`,
      at: item.createdAt,
      mine: isMine(item, self.id),
    }),
    [name, self.id],
  );
  return { path: '/withdrawals', call: withdrawals.list, waiting, itemOf };
}
