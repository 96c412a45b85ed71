import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useFormat } from '../words/format.ts';

export interface Step {
  readonly key: string;
  readonly at: string;
  readonly title: ReactNode;
  readonly by?: string | null;
  readonly detail?: ReactNode;
}

/** What happened to something, latest first. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  const format = useFormat();
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {steps.map(({ key, at, title, by, detail }, position) => (
        <Box
          component="li"
          key={key}
          sx={{
            position: 'relative',
            pl: 2.5,
            pb: position === steps.length - 1 ? 0 : 1.75,
            '&::before': {
              content: '""',
              position: 'absolute',
              left: 2,
              top: 6,
              width: 7,
              height: 7,
              borderRadius: '50%',
              bgcolor: position === 0 ? 'primary.main' : 'text.secondary',
            },
            '&::after': {
              content: position === steps.length - 1 ? 'none' : '""',
              position: 'absolute',
              left: 5,
              top: 17,
              bottom: -4,
              width: '1px',
              bgcolor: 'divider',
            },
          }}
        >
          <Typography component="div" sx={{ fontWeight: 560 }}>
            {title}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="div">
            <time dateTime={at}>{format.moment(at)}</time>
            {by !== undefined && by !== null && ` · ${by}`}
          </Typography>
          {detail !== undefined && detail !== null && (
            <Typography component="div" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
              {detail}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
}
