import type { Chat } from '@assay/contract/endpoints/console/chats.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { followed } from '@assay/contract/sentences.ts';
import { Box, Button, Typography } from '@mui/material';
import { alpha } from '@mui/material/styles';
import { useState } from 'react';
import { call } from '../../shared/client/api.ts';
import { CaseImage } from '../../shared/desk/case-image.tsx';
import { notify } from '../../shared/notices.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';

const intoView = (end: HTMLElement | null) => end?.scrollIntoView({ block: 'nearest' });

/** What was said, oldest first; the customer on the left. */
export function Messages({ chat }: { chat: Chat }) {
  const say = useWords();
  const format = useFormat();
  const { messages, earlier, busy, readEarlier } = useMessages(chat);
  return (
    <Box
      role="log"
      aria-label={say('chats.conversation')}
      tabIndex={0}
      sx={{ display: 'grid', gap: 1, maxHeight: '58dvh', overflowY: 'auto', alignContent: 'start', pb: 1 }}
    >
      {earlier && (
        <Button color="inherit" loading={busy} onClick={() => void readEarlier()} sx={{ justifySelf: 'center' }}>
          {say('chats.earlier')}
        </Button>
      )}
      {messages.map(({ seq, author, kind, text, imageId, operator, at }) =>
        kind === 'joined' || kind === 'closed' ? (
          <Typography key={seq} variant="caption" color="textSecondary" sx={{ justifySelf: 'center' }}>
            {say(kind === 'joined' ? 'chats.joined' : 'chats.ended', { name: operator ?? '' })}
          </Typography>
        ) : (
          <Box
            key={seq}
            sx={({ palette }) => ({
              justifySelf: author === 'operator' ? 'end' : 'start',
              maxWidth: '78%',
              minWidth: 120,
              px: 1.5,
              py: 0.75,
              borderRadius: 1.5,
              bgcolor: author === 'operator' ? alpha(palette.primary.main, 0.14) : 'action.hover',
            })}
          >
            {imageId !== null && <CaseImage id={imageId} name={say('chats.picture')} />}
            {text !== null && (
              <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {text}
              </Typography>
            )}
            <Typography variant="caption" color="textSecondary" component="div">
              {operator === null ? '' : `${operator} · `}
              {format.dateTime(at)}
              {author === 'operator' && seq <= chat.readByCustomer && ` · ${say('chats.read')}`}
            </Typography>
          </Box>
        ),
      )}
      {chat.customerTyping && (
        <Typography variant="caption" color="textSecondary">
          {followed(chat.customer?.userName ?? say('chats.visitor'))}
          {say('chats.typing')} …
        </Typography>
      )}
      {/* Drawn anew with each message, so that the newest is in view. */}
      <div key={chat.lastSeq} ref={intoView} />
    </Box>
  );
}

/** The newest messages as they come in, and the requested older ones. */
function useMessages(chat: Chat) {
  const say = useWords();
  const [older, setOlder] = useState<Pick<Chat, 'messages' | 'earlier'>>({ messages: [], earlier: false });
  const [busy, setBusy] = useState(false);
  const firstNew = chat.messages[0]?.seq ?? 1;
  // So much has come in meanwhile that the newest ones no longer join what was read before: that is fetched again on demand.
  const joins = (older.messages.at(-1)?.seq ?? 0) >= firstNew - 1;
  const kept = joins ? older.messages.filter(({ seq }) => seq < firstNew) : [];
  const messages = [...kept, ...chat.messages];
  const readEarlier = async () => {
    setBusy(true);
    try {
      const before = await call(consoleCalls.chats.detail, { id: chat.id, before: messages[0]?.seq ?? 1 });
      setOlder({ messages: [...before.messages, ...messages], earlier: before.earlier });
    } catch {
      notify(say('frame.noAnswer'), 'error');
    } finally {
      setBusy(false);
    }
  };
  return { messages, earlier: kept.length > 0 ? older.earlier : chat.earlier, busy, readEarlier };
}
