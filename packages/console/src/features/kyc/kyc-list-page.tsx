import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { choices } from '../../shared/desk/choices.ts';
import { ClaimTag } from '../../shared/desk/claim.tsx';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { WorkThrough } from '../../shared/desk/queue-frame.tsx';
import { useWaitingCount, useWorkFilters } from '../../shared/desk/work-filters.ts';
import { Age } from '../../shared/parts/age.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { KycTag } from './kyc-tag.tsx';
import { useKycQueue } from './queue.ts';
import { SecondLookTag } from './second-look.tsx';

const statuses = ['pendingReview', 'secondLook', 'verified', 'failed'] as const;

export function KycListPage() {
  const say = useWords();
  const queue = useKycQueue();
  const format = useFormat();
  const more = useWorkFilters();
  const waiting = useWaitingCount('kyc');
  return (
    <Page title={say('kyc.title')} lead={say('kyc.lead')}>
      <DeskList
        call={consoleCalls.kyc.list}
        label={say('kyc.title')}
        initial={{ status: 'pendingReview' }}
        actions={<WorkThrough {...queue} />}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/kyc/${id}`}
        filters={[
          {
            kind: 'tabs',
            name: 'status',
            label: say('cases.status'),
            always: true,
            options: choices(
              statuses,
              (status) => (status === 'secondLook' ? say('kyc.secondLook') : say(`kyc.statuses.${status}`)),
              (status) => (status === 'pendingReview' ? waiting : undefined),
            ),
          },
          ...more,
        ]}
        columns={[
          { key: 'number', label: say('cases.number'), render: ({ caseNo }) => caseNo },
          { key: 'customer', label: say('cases.customer'), render: ({ customer }) => <bdi>{customer.userName}</bdi> },
          { key: 'document', label: say('kyc.document'), render: ({ documentType }) => say(`kyc.documents.${documentType}`) },
          {
            key: 'alike',
            label: say('kyc.alike'),
            render: ({ alike }) =>
              alike === null ? null : <Tag text={say(`kyc.alikeBy.${alike}`)} tone={alike === 'document' ? 'bad' : 'gold'} />,
          },
          { key: 'times', label: say('kyc.time'), render: ({ number }) => say('kyc.times', { number }) },
          {
            key: 'age',
            label: say('cases.age'),
            figure: true,
            render: ({ createdAt, status }) => <Age desk="kyc" since={createdAt} waiting={status === 'pendingReview'} />,
          },
          {
            key: 'due',
            label: say('kyc.due'),
            figure: true,
            render: ({ dueAt, overdue }) => (overdue ? <Tag text={say('kyc.overdue')} tone="bad" /> : format.dateTime(dueAt)),
          },
          { key: 'claim', label: say('cases.claimColumn'), render: ({ claimedBy }) => <ClaimTag claimedBy={claimedBy} /> },
          {
            key: 'status',
            label: say('cases.status'),
            render: ({ status, secondLook }) =>
              secondLook === null ? <KycTag status={status} /> : <SecondLookTag state={secondLook.state} />,
          },
        ]}
      />
    </Page>
  );
}
