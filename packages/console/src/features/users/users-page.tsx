import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { kycStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { absent, useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { FrozenTag, IdentityTag } from './user-tags.tsx';

export function UsersPage() {
  const say = useWords();
  const format = useFormat();
  return (
    <Page title={say('users.title')} lead={say('users.lead')}>
      <DeskList
        call={consoleCalls.users.list}
        label={say('users.title')}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/users/${id}`}
        filters={[
          { kind: 'text', name: 'query', label: say('users.find') },
          {
            kind: 'choice',
            name: 'kycStatus',
            label: say('users.identity'),
            options: choices(kycStatuses, (status) => say(`users.identities.${status}`)),
          },
          {
            kind: 'choice',
            name: 'frozen',
            label: say('users.state'),
            options: [
              { value: 'false', label: say('users.active') },
              { value: 'true', label: say('users.frozen') },
            ],
          },
        ]}
        columns={[
          { key: 'name', label: say('users.name'), render: ({ userName }) => <bdi>{userName}</bdi> },
          { key: 'id', label: say('users.id'), render: ({ id }) => id },
          { key: 'email', label: say('users.email'), render: ({ email }) => <bdi>{email}</bdi> },
          { key: 'identity', label: say('users.identity'), render: ({ kycStatus }) => <IdentityTag status={kycStatus} /> },
          { key: 'state', label: say('users.state'), render: ({ frozen }) => <FrozenTag frozen={frozen} /> },
          { key: 'country', label: say('users.country'), render: ({ country }) => country ?? absent },
          { key: 'language', label: say('users.language'), render: ({ language }) => language },
          { key: 'since', label: say('users.since'), figure: true, render: ({ createdAt }) => format.dateTime(createdAt) },
        ]}
      />
    </Page>
  );
}
