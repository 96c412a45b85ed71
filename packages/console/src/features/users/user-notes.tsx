import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { CustomerDetail } from '@assay/contract/endpoints/console/users.ts';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { Timeline } from '../../shared/parts/timeline.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';

type Note = CustomerDetail['notes'][number];

/** Operators' notes about a customer, newest first, back to the first of them. */
export function Notes({ user }: { user: CustomerDetail }) {
  const say = useWords();
  const last = user.notes.at(-1);
  return (
    <Panel
      title={say('users.notes')}
      actions={
        <Act
          call={consoleCalls.users.addNote}
          label={say('users.addNote')}
          fields={[{ kind: 'paragraph', name: 'text', label: say('users.noteText'), help: say('users.noteHelp') }]}
          about={{ id: user.id }}
          done={say('users.noteAdded')}
        />
      }
    >
      {last === undefined ? (
        <Empty text={say('users.noNotes')} />
      ) : (
        <>
          <NoteLines notes={user.notes} />
          {user.olderNotes && <Older key={last.id} id={user.id} cursor={last.id} />}
        </>
      )}
    </Panel>
  );
}

function NoteLines({ notes }: { notes: readonly Note[] }) {
  return (
    <Timeline steps={notes.map(({ id, text, by, createdAt }) => ({ key: id, at: createdAt, title: text, by: by.name }))} />
  );
}

/** Earlier ones, on request: reading them is recorded, too. */
function Older({ id, cursor }: { id: string; cursor: string }) {
  const say = useWords();
  const [asked, setAsked] = useState(false);
  const { data, error, refetch } = useDesk(consoleCalls.users.notes, { id, cursor, limit: 100 }, { enabled: asked });
  if (!asked) return <Button onClick={() => setAsked(true)}>{say('users.olderNotes')}</Button>;
  if (data === undefined) return error === null ? <Waiting /> : <Failure error={error} retry={refetch} />;
  return (
    <Box sx={{ pt: 1.75 }}>
      <NoteLines notes={data.items} />
      {data.nextCursor !== null && <Older key={data.nextCursor} id={id} cursor={data.nextCursor} />}
    </Box>
  );
}
