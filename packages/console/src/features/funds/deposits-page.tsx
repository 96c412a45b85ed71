import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { depositStatuses } from '@assay/contract/vocabulary/funds.ts';
import { Box } from '@mui/material';
import { ClaimTag } from '../../shared/desk/claim.tsx';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { WorkThrough } from '../../shared/desk/queue-frame.tsx';
import { Age } from '../../shared/parts/age.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { WaitingTotals, useCaseFilters, useWaiting } from './case-filters.tsx';
import { DepositReleases } from './deposit-releases.tsx';
import { FundTag, isOpen } from './fund-status.tsx';
import { useDepositQueue } from './queues.tsx';

export function DepositsPage() {
  const say = useWords();
  const queue = useDepositQueue();
  const sums = useWaiting('deposits');
  const filters = useCaseFilters(depositStatuses, sums);
  return (
    <Page title={say('funds.deposits.title')} lead={say('funds.deposits.lead')}>
      <WaitingTotals sums={sums} />
      <DeskList
        call={consoleCalls.deposits.list}
        label={say('funds.deposits.title')}
        initial={{ status: 'open' }}
        actions={<WorkThrough {...queue} />}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/deposits/${id}`}
        filters={filters}
        columns={[
          { key: 'id', label: say('cases.number'), render: ({ id }) => id },
          { key: 'customer', label: say('cases.customer'), render: ({ customer }) => <bdi>{customer.userName}</bdi> },
          {
            key: 'amount',
            label: say('cases.amount'),
            figure: true,
            render: ({ amount, coin }) => <Money amount={amount} asset={coin} />,
          },
          { key: 'network', label: say('funds.network'), render: ({ network }) => network },
          {
            key: 'age',
            label: say('cases.age'),
            figure: true,
            render: ({ createdAt, status }) => <Age desk="deposits" since={createdAt} waiting={isOpen(status)} />,
          },
          { key: 'first', label: say('cases.firstPerson'), render: ({ approvedBy }) => approvedBy?.name ?? '' },
          { key: 'claim', label: say('cases.claimColumn'), render: ({ claimedBy }) => <ClaimTag claimedBy={claimedBy} /> },
          { key: 'status', label: say('cases.status'), render: ({ status }) => <FundTag status={status} /> },
        ]}
      />
      <Box sx={{ display: 'grid', gap: 2, mt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <DepositReleases />
      </Box>
    </Page>
  );
}
