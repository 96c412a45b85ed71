import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** A page of the console: its name, what it is for, what can be done on the whole of it. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box sx={{ p: { xs: 1.5, md: 3 }, maxWidth: 1680, mx: 'auto', width: '100%' }}>
      <title>{`${title} · Assay`}</title>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, mb: 2, flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1, minWidth: 'min(100%, 260px)' }}>
          <Typography variant="h1">{title}</Typography>
          {lead !== undefined && (
            <Typography color="textSecondary" sx={{ mt: 0.25, maxWidth: '120ch' }} component="div">
              {lead}
            </Typography>
          )}
        </Box>
        {actions !== undefined && <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>{actions}</Box>}
      </Box>
      {children}
    </Box>
  );
}
