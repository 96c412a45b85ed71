import { Typography } from '@mui/material';
import { useNow } from '../shared/parts/age.tsx';
import { useFormat } from '../shared/words/format.ts';

/** The time in which every time of the console is written. */
export function Clock() {
  const format = useFormat();
  return (
    <Typography variant="caption" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
      {format.clock(useNow())} UTC
    </Typography>
  );
}
