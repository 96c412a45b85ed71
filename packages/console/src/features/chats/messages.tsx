import type { Chat } from '@assay/contract/endpoints/console/chats.ts';
import { Box, Typography } from '@mui/material';
import { alpha } from '@mui/material/styles';
import { CaseImage } from '../../shared/desk/case-image.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';

/** What was said, oldest first; the customer on the left. */
export function Messages({ chat }: { chat: Chat }) {
  const say = useWords();
  const format = useFormat();
  return (
    <Box
      role="log"
      aria-label={say('chats.conversation')}
      tabIndex={0}
      sx={{ display: 'grid', gap: 1, maxHeight: '58dvh', overflowY: 'auto', alignContent: 'start', pb: 1 }}
    >
      {chat.messages.map(({ seq, author, kind, text, imageId, operator, at }) =>
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
          {chat.customer?.userName ?? say('chats.visitor')} {say('chats.typing')} …
        </Typography>
      )}
      {/* Drawn anew with each message, so that the newest is in view. */}
      <div key={chat.lastSeq} ref={(end) => end?.scrollIntoView({ block: 'nearest' })} />
    </Box>
  );
}
