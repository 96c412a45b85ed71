import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** A thing on the left, and what is decided about it on the right; one under the other where there is no room. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 348px' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>{main}</Box>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0, position: { lg: 'sticky' }, top: { lg: 68 } }}>{side}</Box>
    </Box>
  );
}
