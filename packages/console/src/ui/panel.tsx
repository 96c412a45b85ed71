import { Box, Paper, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** A part of a page with its name. `flush` lets a table reach the edges. */
export function Panel({
  title,
  actions,
  flush = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ overflow: 'hidden', minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 1.25, minHeight: 46, flexWrap: 'wrap' }}>
        <Typography variant="h2" id={id} sx={{ flex: 1, minWidth: 'max-content' }}>
          {title}
        </Typography>
        {actions}
      </Box>
      <Box sx={flush ? { borderTop: 1, borderColor: 'divider' } : { px: 2, pb: 2 }}>{children}</Box>
    </Paper>
  );
}
