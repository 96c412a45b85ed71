import type { Chat } from '@assay/contract/endpoints/console/chats.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { typingMs } from '@assay/contract/vocabulary/support.ts';
import { Box, Button, MenuItem, TextField } from '@mui/material';
import { useRef } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../shared/client/api.ts';
import { useDesk, useDeskMove } from '../../shared/client/use-desk.ts';
import { useForm } from '../../shared/form.ts';
import { draftIn } from '../../shared/parts/draft.ts';
import { useWords } from '../../shared/words/words.ts';
import { Form, FormFault } from '../../ui/form.tsx';

const { chats } = consoleCalls;

/** The answer, or one that was prepared in the customer's language. Ctrl and Enter sends it. */
export function Answer({ chat: { id, language, status }, mine }: { chat: Chat; mine: boolean }) {
  const say = useWords();
  // What another desk has prepared, such as the outcome of an order; the operator reads it, changes it and sends it.
  const draft = draftIn(useLocation().state);
  const told = useRef(0);
  const clientId = useRef(crypto.randomUUID());
  const move = useDeskMove(chats.answer, { name: say('chats.send') });
  const { data: prepared = [] } = useDesk(chats.canned, {});
  const closed = !mine || status === 'closed';
  const { typed, change, error, submit, busy, reset } = useForm({
    values: { text: draft },
    send: async ({ text }) => {
      await move.mutateAsync({ id, clientId: clientId.current, text });
      clientId.current = crypto.randomUUID();
      reset();
      if (draft !== '') change('text', '');
    },
  });
  const nothing = closed || typed.text.trim() === '';

  const type = (next: string) => {
    change('text', next);
    if (next === '' || Date.now() - told.current < typingMs / 2) return;
    told.current = Date.now();
    // Only a hint to the customer: nothing is lost when it does not arrive.
    void call(chats.typing, { id }).catch(() => undefined);
  };
  const send = () => {
    if (!nothing) submit();
  };

  return (
    <Form submit={send} sx={{ display: 'grid', gap: 1, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <FormFault text={error('form')} />
      <TextField
        label={say('chats.answer')}
        value={typed.text}
        disabled={closed}
        helperText={closed ? say('chats.takeFirst') : undefined}
        multiline
        minRows={3}
        maxRows={8}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
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
        <Button type="submit" variant="contained" disabled={nothing} loading={busy}>
          {say('chats.send')}
        </Button>
      </Box>
    </Form>
  );
}
