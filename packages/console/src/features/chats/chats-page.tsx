import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { languageNames } from '@assay/contract/vocabulary/languages.ts';
import { conversationStatuses } from '@assay/contract/vocabulary/support.ts';
import { Box, Button } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { useWaitingCount } from '../../shared/desk/work-filters.ts';
import { Age } from '../../shared/parts/age.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';

/** Conversations with customers and visitors, the longest waiting first. */
export function ChatsPage() {
  const say = useWords();
  const waiting = useWaitingCount('chats');
  const format = useFormat();
  return (
    <Page
      title={say('chats.title')}
      lead={say('chats.lead')}
      actions={
        <Button component={RouterLink} to="/chats/prepared" variant="outlined" color="inherit">
          {say('chats.prepared.title')}
        </Button>
      }
    >
      <DeskList
        call={consoleCalls.chats.list}
        label={say('chats.title')}
        initial={{ status: 'waiting' }}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/chats/${id}`}
        filters={[
          {
            kind: 'tabs',
            name: 'status',
            label: say('cases.status'),
            always: true,
            options: choices(
              conversationStatuses,
              (status) => say(`chats.statuses.${status}`),
              (status) => (status === 'waiting' ? waiting : undefined),
            ),
          },
          { kind: 'choice', name: 'mine', label: say('chats.mine'), options: [{ value: 'YES', label: say('chats.onlyMine') }] },
        ]}
        columns={[
          {
            key: 'customer',
            label: say('cases.customer'),
            render: ({ customer }) => <bdi>{customer === null ? say('chats.visitor') : customer.userName}</bdi>,
          },
          {
            key: 'newest',
            label: say('chats.newest'),
            render: ({ excerpt }) => (
              <Box sx={{ maxWidth: 460, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }} dir="auto">
                {excerpt ?? say('chats.picture')}
              </Box>
            ),
          },
          {
            key: 'unread',
            label: say('chats.unread'),
            figure: true,
            render: ({ unread }) => (unread > 0 ? <Tag text={format.integer(unread)} tone="gold" /> : ''),
          },
          { key: 'language', label: say('chats.language'), render: ({ language }) => languageNames[language] },
          { key: 'assigned', label: say('chats.assigned'), render: ({ assignedTo }) => assignedTo?.name ?? '' },
          {
            key: 'waiting',
            label: say('chats.waiting'),
            figure: true,
            render: ({ waitingSince, lastAt }) => (
              <Age desk="chats" since={waitingSince ?? lastAt} waiting={waitingSince !== null} />
            ),
          },
        ]}
      />
    </Page>
  );
}
