import type { Chat } from '@assay/contract/endpoints/console/chats.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { typingMs } from '@assay/contract/vocabulary/support.ts';
import { Alert, Box, Button, MenuItem, TextField } from '@mui/material';
import { useRef, useState } from 'react';
import { call } from '../../shared/client/api.ts';
import { useActError, useDesk, useDeskMove } from '../../shared/client/use-desk.ts';
import { useWords } from '../../shared/words/words.ts';

const { chats } = consoleCalls;

/** The answer, or one that was prepared in the customer's language. Ctrl and Enter sends it. */
export function Answer({ chat: { id, language, status }, mine }: { chat: Chat; mine: boolean }) {
  const say = useWords();
  const [text, setText] = useState('');
  const told = useRef(0);
  const clientId = useRef(crypto.randomUUID());
  const errorText = useActError();
  const move = useDeskMove(chats.answer);
  const { data: prepared = [] } = useDesk(chats.canned, {});
  const closed = !mine || status === 'closed';

  const type = (next: string) => {
    setText(next);
    if (next === '' || Date.now() - told.current < typingMs / 2) return;
    told.current = Date.now();
    // Only a hint to the customer: nothing is lost when it does not arrive.
    void call(chats.typing, { id }).catch(() => undefined);
  };
  const send = async () => {
    if (text.trim() === '' || move.isPending || closed) return;
    const sent = await move.mutateAsync({ id, clientId: clientId.current, text }).catch(() => undefined);
    if (sent === undefined) return;
    clientId.current = crypto.randomUUID();
    setText('');
  };

  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      sx={{ display: 'grid', gap: 1, pt: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      {move.error !== null && <Alert severity="error">{errorText(move.error)}</Alert>}
      <TextField
        label={say('chats.answer')}
        value={text}
        disabled={closed}
        helperText={closed ? say('chats.takeFirst') : undefined}
        multiline
        minRows={3}
        maxRows={8}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
        slotProps={{ htmlInput: { dir: 'auto' } }}
      />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <TextField
          select
          label={say('chats.canned')}
          value=""
          disabled={closed || prepared.length === 0}
          onChange={(event) => {
            const chosen = prepared.find((one) => one.id === event.target.value)?.texts[language];
            if (chosen !== undefined) type(chosen);
          }}
          sx={{ width: 240 }}
        >
          {prepared.map((one) => (
            <MenuItem key={one.id} value={one.id}>
              {one.title}
            </MenuItem>
          ))}
        </TextField>
        <Button type="submit" variant="contained" disabled={closed || text.trim() === ''} loading={move.isPending}>
          {say('chats.send')}
        </Button>
      </Box>
    </Box>
  );
}
