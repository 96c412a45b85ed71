import { Box, Tooltip } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { useFormat } from '../words/format.ts';

const hourMs = 3_600_000;
/** From here on a case is late, and from there on it is a complaint. */
const lateMs = 4 * hourMs;
const overdueMs = 24 * hourMs;

const tickMs = 15_000;
const roundedNow = (): number => Math.floor(Date.now() / tickMs) * tickMs;

/** The wall clock in steps of 15 s: everything that shows an age moves together. */
export function useNow(): number {
  return useSyncExternalStore((changed) => {
    const timer = setInterval(changed, tickMs / 3);
    return () => clearInterval(timer);
  }, roundedNow);
}

/** How long something has waited, with the moment behind it. */
export function Age({ since, waiting = true }: { since: string; waiting?: boolean }) {
  const format = useFormat();
  const past = useNow() - Date.parse(since);
  const colour = !waiting || past < lateMs ? 'text.primary' : past < overdueMs ? 'warning.main' : 'error.main';
  return (
    <Tooltip title={`${format.moment(since)} UTC`}>
      <Box component="time" dateTime={since} sx={{ color: colour, whiteSpace: 'nowrap' }}>
        {format.age(past)}
      </Box>
    </Tooltip>
  );
}
