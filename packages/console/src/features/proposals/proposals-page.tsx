import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { proposalStatuses } from '@assay/contract/vocabulary/operators.ts';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { useWaitingCount } from '../../shared/desk/work-filters.ts';
import { Age } from '../../shared/parts/age.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { Subject } from '../../shared/words/subject.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { ProposalTag } from './proposal-status.tsx';

export function ProposalsPage() {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  const waiting = useWaitingCount('proposals');
  return (
    <Page title={say('proposals.title')} lead={say('proposals.lead')}>
      <DeskList
        call={consoleCalls.proposals.list}
        label={say('proposals.title')}
        initial={{ status: 'waiting' }}
        empty={say('proposals.nothing')}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/proposals/${id}`}
        filters={[
          {
            kind: 'tabs',
            name: 'status',
            label: say('proposals.status'),
            options: choices(
              proposalStatuses,
              (status) => say(`proposals.statuses.${status}`),
              (status) => (status === 'waiting' ? waiting : undefined),
            ),
          },
          { kind: 'text', name: 'subject', label: say('proposals.about'), width: 200 },
        ]}
        columns={[
          { key: 'kind', label: say('proposals.kinds'), render: ({ kind }) => name('proposals.kind', kind) },
          { key: 'subject', label: say('proposals.about'), render: ({ subject }) => <Subject text={subject} /> },
          { key: 'reason', label: say('proposals.reason'), render: ({ reason }) => reason },
          { key: 'by', label: say('proposals.proposedBy'), render: ({ proposedBy }) => proposedBy.name },
          {
            key: 'age',
            label: say('proposals.waits'),
            figure: true,
            render: ({ createdAt, status }) => <Age since={createdAt} waiting={status === 'waiting'} />,
          },
          {
            key: 'expires',
            label: say('proposals.expires'),
            figure: true,
            render: ({ expiresAt, status }) => (status === 'waiting' ? format.dateTime(expiresAt) : ''),
          },
          { key: 'status', label: say('proposals.status'), render: ({ status }) => <ProposalTag status={status} /> },
        ]}
      />
    </Page>
  );
}
