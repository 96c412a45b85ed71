import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  /** The figure that the decision is about. */
  readonly strong?: boolean;
}

/** Names and values in rows, values to the right so that figures are aligned. */
export function Figures({ rows }: { rows: readonly Figure[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0 }}>
      {rows.map(({ label, value, strong }) => (
        <Box
          key={label}
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            gap: 2,
            py: 0.75,
            borderBottom: 1,
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
          }}
        >
          <Typography component="dt" color="textSecondary" sx={{ flexShrink: 0 }}>
            {label}
          </Typography>
          <Typography
            component="dd"
            sx={{ m: 0, textAlign: 'end', minWidth: 0, overflowWrap: 'anywhere', fontWeight: strong === true ? 650 : 450 }}
          >
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
