import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { withdrawalStatuses } from '@assay/contract/vocabulary/funds.ts';
import { Box } from '@mui/material';
import { ClaimTag } from '../../shared/desk/claim.tsx';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { WorkThrough } from '../../shared/desk/queue-frame.tsx';
import { Age } from '../../shared/parts/age.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { WaitingTotals, useCaseFilters, useWaiting } from './case-filters.tsx';
import { FundTag, isOpen } from './fund-status.tsx';
import { PayoutBatches } from './payout-batches.tsx';
import { useWithdrawalQueue } from './queues.tsx';

export function WithdrawalsPage() {
  const say = useWords();
  const queue = useWithdrawalQueue();
  const sums = useWaiting('withdrawals');
  const filters = useCaseFilters(withdrawalStatuses, sums);
  return (
    <Page title={say('funds.withdrawals.title')} lead={say('funds.withdrawals.lead')}>
      <WaitingTotals sums={sums} />
      <DeskList
        call={consoleCalls.withdrawals.list}
        label={say('funds.withdrawals.title')}
        initial={{ status: 'open' }}
        actions={<WorkThrough {...queue} />}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/withdrawals/${id}`}
        filters={filters}
        columns={[
          { key: 'id', label: say('cases.number'), render: ({ id }) => id },
          { key: 'customer', label: say('cases.customer'), render: ({ customer }) => <bdi>{customer.userName}</bdi> },
          {
            key: 'amount',
            label: say('funds.asked'),
            figure: true,
            render: ({ amount, asset }) => <Money amount={amount} asset={asset} />,
          },
          {
            key: 'actual',
            label: say('funds.actual'),
            figure: true,
            render: ({ actualAmount, asset }) => <Money amount={actualAmount} asset={asset} />,
          },
          {
            key: 'value',
            label: say('funds.value'),
            figure: true,
            render: ({ valueUsdt }) => <Money amount={valueUsdt} asset="USDT" />,
          },
          {
            key: 'method',
            label: say('funds.method'),
            render: ({ method, network }) => `${say(`funds.methods.${method}`)}${network === null ? '' : ` · ${network}`}`,
          },
          {
            key: 'age',
            label: say('cases.age'),
            figure: true,
            render: ({ createdAt, status }) => <Age desk="withdrawals" since={createdAt} waiting={isOpen(status)} />,
          },
          { key: 'first', label: say('cases.firstPerson'), render: ({ approvedBy }) => approvedBy?.name ?? '' },
          { key: 'claim', label: say('cases.claimColumn'), render: ({ claimedBy }) => <ClaimTag claimedBy={claimedBy} /> },
          { key: 'status', label: say('cases.status'), render: ({ status }) => <FundTag status={status} /> },
        ]}
      />
      <Box sx={{ display: 'grid', gap: 2, mt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <PayoutBatches />
      </Box>
    </Page>
  );
}
