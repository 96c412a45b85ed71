import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { loanStatuses } from '@assay/contract/vocabulary/loans.ts';
import { choices } from '../../shared/desk/choices.ts';
import { ClaimTag } from '../../shared/desk/claim.tsx';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { WorkThrough } from '../../shared/desk/queue-frame.tsx';
import { useWaitingCount, useWorkFilters } from '../../shared/desk/work-filters.ts';
import { Age } from '../../shared/parts/age.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { LoanTag } from './loan-tag.tsx';
import { useLoanQueue } from './queue.tsx';

const amounts = /^(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,8})?$/;

export function LoansPage() {
  const say = useWords();
  const queue = useLoanQueue();
  const format = useFormat();
  const more = useWorkFilters();
  const waiting = useWaitingCount('loans');
  return (
    <Page title={say('loans.title')} lead={say('loans.lead')}>
      <DeskList
        call={consoleCalls.loans.list}
        label={say('loans.title')}
        initial={{ status: 'pendingReview' }}
        actions={<WorkThrough {...queue} />}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/loans/${id}`}
        filters={[
          {
            kind: 'tabs',
            name: 'status',
            label: say('cases.status'),
            always: true,
            options: choices(
              loanStatuses,
              (status) => say(`loans.statuses.${status}`),
              (status) => (status === 'pendingReview' ? waiting : undefined),
            ),
          },
          ...more,
          { kind: 'text', name: 'amountFrom', label: say('cases.amountFrom'), width: 150, fits: amounts },
          { kind: 'text', name: 'amountTo', label: say('cases.amountTo'), width: 150, fits: amounts },
        ]}
        columns={[
          { key: 'number', label: say('cases.number'), render: ({ loanNo }) => loanNo },
          { key: 'customer', label: say('cases.customer'), render: ({ customer }) => <bdi>{customer.userName}</bdi> },
          {
            key: 'amount',
            label: say('cases.amount'),
            figure: true,
            render: ({ amount }) => <Money amount={amount} asset="USDT" />,
          },
          {
            key: 'term',
            label: say('loans.days'),
            render: ({ days, freeDays }) => say('loans.term', { days, free: freeDays }),
          },
          { key: 'rate', label: say('loans.rate'), figure: true, render: ({ dailyRate }) => format.rate(dailyRate) },
          {
            key: 'outstanding',
            label: say('loans.outstanding'),
            figure: true,
            render: ({ outstanding }) => format.amount(outstanding),
          },
          { key: 'due', label: say('loans.due'), figure: true, render: ({ dueAt }) => format.date(dueAt) },
          {
            key: 'age',
            label: say('cases.age'),
            figure: true,
            render: ({ createdAt, status }) => <Age desk="loans" since={createdAt} waiting={status === 'pendingReview'} />,
          },
          { key: 'first', label: say('cases.firstPerson'), render: ({ approvedBy }) => approvedBy?.name ?? '' },
          { key: 'claim', label: say('cases.claimColumn'), render: ({ claimedBy }) => <ClaimTag claimedBy={claimedBy} /> },
          { key: 'status', label: say('cases.status'), render: ({ status }) => <LoanTag status={status} /> },
        ]}
      />
    </Page>
  );
}
