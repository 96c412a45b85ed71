import type { Chat } from '@assay/contract/endpoints/console/chats.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { languageNames } from '@assay/contract/vocabulary/languages.ts';
import { Box, Link } from '@mui/material';
import { useEffect } from 'react';
import { Link as RouterLink, useParams } from 'react-router';
import { call } from '../../shared/client/api.ts';
import { useOperator } from '../../shared/client/operator.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { DirectAct } from '../../shared/desk/direct-act.tsx';
import { Age } from '../../shared/parts/age.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Columns } from '../../ui/columns.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Answer } from './answer.tsx';
import { Messages } from './messages.tsx';

const { chats } = consoleCalls;
/** How often an open conversation is read anew. */
const everyMs = 3_000;

/** One conversation: what was said, who answers, and the answer. */
export function ChatPage() {
  const { id = '' } = useParams();
  const say = useWords();
  const self = useOperator();
  const { data: chat, error, refetch } = useDesk(chats.detail, { id }, { everyMs });
  const mine = chat?.assignedTo?.id === self.id;
  const lastSeq = chat?.lastSeq ?? 0;
  useEffect(() => {
    // That one has read is no act: when it is lost, the next message repeats it.
    if (mine && lastSeq > 0) void call(chats.read, { id, seq: lastSeq }).catch(() => undefined);
  }, [id, mine, lastSeq]);
  if (chat === undefined)
    return <Page title={say('chats.title')}>{error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}</Page>;
  return (
    <Page
      title={chat.customer?.userName ?? say('chats.visitor')}
      lead={languageNames[chat.language]}
      actions={<Tag text={say(`chats.statuses.${chat.status}`)} tone={chat.status === 'waiting' ? 'gold' : 'plain'} />}
    >
      <Columns
        main={
          <Panel title={say('chats.conversation')}>
            <Messages chat={chat} />
            <Answer chat={chat} mine={mine} />
          </Panel>
        }
        side={
          <>
            <Panel title={say('cases.decision')}>
              <Decision chat={chat} mine={mine} />
            </Panel>
            <Facts chat={chat} />
          </>
        }
      />
    </Page>
  );
}

function Decision({ chat: { id, status, assignedTo }, mine }: { chat: Chat; mine: boolean }) {
  const say = useWords();
  const { data: colleagues = [] } = useDesk(chats.colleagues, {});
  const self = useOperator();
  const notMine = mine ? null : say('chats.takeFirst');
  const over = status === 'closed' ? say('cases.over') : null;
  // An administrator supervises: hands over what a colleague has, and what waits.
  const supervises = self.roles.includes('administrator');
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      {!mine && <DirectAct call={chats.take} input={{ id }} label={say('chats.take')} done={say('chats.taken')} primary />}
      <Act
        call={chats.handOver}
        label={say('chats.hand')}
        fields={[
          {
            kind: 'choice',
            name: 'to',
            label: say('chats.to'),
            help: say('chats.back'),
            options: colleagues.filter((one) => one.id !== assignedTo?.id).map((one) => ({ value: one.id, label: one.name })),
          },
        ]}
        about={{ id }}
        done={say('chats.handed')}
        blocked={supervises ? over : notMine}
        stacked
      />
      <Act
        call={chats.close}
        label={say('chats.close')}
        about={{ id }}
        done={say('chats.closed')}
        blocked={over ?? notMine}
        stacked
      />
      {assignedTo !== null && <Figures rows={[{ label: say('chats.assigned'), value: assignedTo.name, strong: true }]} />}
    </Box>
  );
}

function Facts({ chat: { customer, customerHere, waitingSince } }: { chat: Chat }) {
  const say = useWords();
  return (
    <Panel title={say('chats.facts')}>
      <Figures
        rows={[
          {
            label: say('cases.customer'),
            value:
              customer === null ? (
                say('chats.visitor')
              ) : (
                <Link component={RouterLink} to={`/users/${customer.id}`}>
                  {customer.userName}
                </Link>
              ),
            strong: true,
          },
          { label: say('chats.presence'), value: say(customerHere ? 'chats.here' : 'chats.away') },
          ...(waitingSince === null ? [] : [{ label: say('chats.waiting'), value: <Age desk="chats" since={waitingSince} /> }]),
        ]}
      />
    </Panel>
  );
}
