import { Alert, Box } from '@mui/material';
import { useEffect, useState } from 'react';
import { type Notice, putAway, useNotices } from '../shared/notices.ts';
import { useWords } from '../shared/words/words.ts';

/** Long enough to be read; what went wrong is read more slowly. */
const shownMs = { success: 5_000, info: 6_000, warning: 9_000, error: 9_000 } as const;

/** Toasts, above any open page or dialog. It stays while the pointer or the focus is on it. */
export function Notices() {
  const say = useWords();
  const notices = useNotices();
  const [held, setHeld] = useState(false);
  return (
    <Box
      component="section"
      aria-label={say('frame.notices')}
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      sx={{
        position: 'fixed',
        insetInline: 0,
        mx: 'auto',
        bottom: { md: 20 },
        top: { xs: 60, md: 'auto' },
        zIndex: 'tooltip',
        display: 'grid',
        gap: 1,
        width: 'fit-content',
        maxWidth: 'min(560px, calc(100% - 24px))',
      }}
    >
      {notices.map((notice) => (
        <Card key={notice.id} notice={notice} held={held} />
      ))}
    </Box>
  );
}

function Card({ notice: { id, text, tone, stays }, held }: { notice: Notice; held: boolean }) {
  const say = useWords();
  useEffect(() => {
    if (stays || held) return undefined;
    const timer = setTimeout(() => putAway(id), shownMs[tone]);
    return () => clearTimeout(timer);
  }, [id, tone, stays, held]);
  return (
    <Alert
      severity={tone}
      // The region around it is read out when something comes in; what went wrong is, at once.
      role={tone === 'error' ? 'alert' : 'none'}
      onClose={() => putAway(id)}
      closeText={say('frame.dismiss')}
      sx={{ boxShadow: 6, bgcolor: 'background.paper', border: 1, borderColor: `${tone}.main`, color: 'text.primary' }}
    >
      {text}
    </Alert>
  );
}
