import { Typography } from '@mui/material';
import { useFormat } from '../shared/words/format.ts';
import { useNow } from '../ui/age.tsx';

/** The time in which every time of the console is written. */
export function Clock() {
  const format = useFormat();
  return (
    <Typography variant="caption" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
      {format.clock(useNow())} UTC
    </Typography>
  );
}
