import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Tag } from '../../ui/tag.tsx';
import { Age } from '../parts/age.tsx';
import { useNames } from '../words/names.ts';
import { Subject } from '../words/subject.tsx';
import { useWords } from '../words/words.ts';
import { DeskList } from './desk-list.tsx';

/** The proposals of one kind, waiting ones first to be seen. */
export function ProposalsOfKind({ kind, label }: { kind: string; label: string }) {
  const say = useWords();
  const name = useNames();
  return (
    <DeskList
      call={consoleCalls.proposals.list}
      label={label}
      embedded
      about={{ kind }}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/proposals/${id}`}
      columns={[
        { key: 'subject', label: say('proposals.about'), render: ({ subject }) => <Subject text={subject} /> },
        { key: 'reason', label: say('act.reason'), render: ({ reason }) => reason },
        { key: 'by', label: say('proposals.proposedBy'), render: ({ proposedBy }) => proposedBy.name },
        { key: 'decided', label: say('proposals.decidedBy'), render: ({ decidedBy }) => decidedBy?.name ?? '' },
        {
          key: 'age',
          label: say('proposals.waits'),
          figure: true,
          render: ({ createdAt }) => <Age since={createdAt} waiting={false} />,
        },
        {
          key: 'status',
          label: say('proposals.status'),
          render: ({ status }) => (
            <Tag text={name('proposals.statuses', status)} tone={status === 'waiting' ? 'gold' : 'plain'} />
          ),
        },
      ]}
    />
  );
}
