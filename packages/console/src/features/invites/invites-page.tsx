import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box } from '@mui/material';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { absent, useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';

/** Who has invited others, and what that has earned. */
export function InvitesPage() {
  const say = useWords();
  const format = useFormat();
  return (
    <Page title={say('invites.title')} lead={say('invites.lead')}>
      <DeskList
        call={consoleCalls.invites.list}
        label={say('invites.title')}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/users/${id}`}
        columns={[
          { key: 'name', label: say('users.name'), render: ({ userName }) => <bdi>{userName}</bdi> },
          { key: 'code', label: say('invites.code'), render: ({ inviteCode }) => <bdi>{inviteCode}</bdi> },
          {
            key: 'state',
            label: say('users.state'),
            render: ({ frozen }) => (frozen ? <Tag text={say('users.frozen')} tone="bad" /> : ''),
          },
          { key: 'invitees', label: say('invites.invitees'), figure: true, render: ({ invitees }) => format.integer(invitees) },
          { key: 'paid', label: say('invites.paid'), figure: true, render: ({ paid }) => <Amounts of={paid} /> },
          { key: 'waiting', label: say('invites.waiting'), figure: true, render: ({ waiting }) => <Amounts of={waiting} /> },
          { key: 'first', label: say('invites.first'), figure: true, render: ({ createdAt }) => format.dateTime(createdAt) },
        ]}
      />
    </Page>
  );
}

function Amounts({ of }: { of: readonly { readonly asset: string; readonly amount: string }[] }) {
  if (of.length === 0) return absent;
  return of.map(({ asset, amount }) => (
    <Box key={asset}>
      <Money amount={amount} asset={asset} />
    </Box>
  ));
}
