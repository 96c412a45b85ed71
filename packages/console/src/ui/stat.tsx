import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** Figures side by side, each under its name. */
export function Stats({ items }: { items: readonly { readonly label: string; readonly value: ReactNode }[] }) {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))', alignItems: 'start' }}
    >
      {items.map(({ label, value }) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontSize: '1.125rem', fontWeight: 620, letterSpacing: '-0.01em' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
