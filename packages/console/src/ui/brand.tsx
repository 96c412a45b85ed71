import { Box, Typography } from '@mui/material';

/** The name of the product. */
export function Brand({ suffix }: { suffix: string }) {
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box component="svg" aria-hidden viewBox="3.5 2.5 25 27" sx={{ width: 22, height: 24, color: 'primary.main' }}>
        <path d="M16 3.5 28 28.5h-5.4L16 14.2 9.4 28.5H4Z" fill="currentColor" />
        <path d="M12.4 24h7.2" stroke="currentColor" strokeWidth="2.6" />
      </Box>
      <Typography component="span" sx={{ fontSize: '1rem', fontWeight: 640, letterSpacing: '-0.01em' }}>
        Assay
      </Typography>
      <Typography component="span" color="textSecondary" sx={{ fontSize: '0.75rem', pt: '3px' }}>
        {suffix}
      </Typography>
    </Box>
  );
}
