import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';

/** Nothing here, and why that is so. */
export function Empty({ text, icon: Icon = Inbox, children }: { text: string; icon?: LucideIcon; children?: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 6, px: 2, color: 'text.secondary', textAlign: 'center' }}>
      <Icon size={26} strokeWidth={1.4} aria-hidden />
      <Typography>{text}</Typography>
      {children}
    </Box>
  );
}

/** The server said no, or nothing; its own words, and a way on. */
export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const say = useWords();
  const text = error instanceof Error && error.message !== '' ? error.message : say('frame.noAnswer');
  return (
    <Alert
      severity="error"
      variant="outlined"
      sx={{ m: 1.5 }}
      action={
        retry !== undefined && (
          <Button color="inherit" onClick={() => void retry()}>
            {say('frame.again')}
          </Button>
        )
      }
    >
      {text}
    </Alert>
  );
}

/** Placeholder lines for text. */
export function Waiting({ lines = 6 }: { lines?: number }) {
  return (
    <Box aria-busy sx={{ p: 2, display: 'grid', gap: 1.25 }}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} variant="rounded" height={18} width={`${92 - ((line * 17) % 38)}%`} />
      ))}
    </Box>
  );
}
