import { Alert, Box, Button } from '@mui/material';
import { useUnanswered } from '../shared/client/outbox.ts';
import { useWords } from '../shared/words/words.ts';

/** Acts without an answer yet, above any open desk or dialog. */
export function Unanswered({ operator }: { operator: string }) {
  const say = useWords();
  const acts = useUnanswered(operator);
  return (
    <Box
      component="section"
      aria-label={say('act.region')}
      aria-live="polite"
      sx={{
        position: 'fixed',
        insetInlineEnd: 16,
        bottom: 16,
        zIndex: 'snackbar',
        display: 'grid',
        gap: 1,
        maxWidth: 'calc(100% - 32px)',
      }}
    >
      {acts.map(({ key, name, giveUp }) => (
        <Alert
          key={key}
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={giveUp}>
              {say('act.giveUp')}
            </Button>
          }
        >
          {say('act.unanswered', { what: name })}
        </Alert>
      ))}
    </Box>
  );
}
