import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Tooltip } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { useDesk } from '../client/use-desk.ts';
import { useFormat } from '../words/format.ts';

const hourMs = 3_600_000;
/** For cases without a target time. */
const hoursOtherwise = 24;

const tickMs = 15_000;
const roundedNow = (): number => Math.floor(Date.now() / tickMs) * tickMs;

/** The wall clock in steps of 15 s: everything that shows an age moves together. */
export function useNow(): number {
  return useSyncExternalStore((changed) => {
    const timer = setInterval(changed, tickMs / 3);
    return () => clearInterval(timer);
  }, roundedNow);
}

/** For how long a case may wait at a desk, as the menu has asked; of its own accord this asks nothing. */
function useTargetMs(desk: string | undefined): number {
  const { data } = useDesk(consoleCalls.dashboard.queues, {}, { enabled: false });
  return (data?.find((queue) => queue.desk === desk)?.targetHours ?? hoursOtherwise) * hourMs;
}

/** How long something has waited, with the moment behind it: half of what its desk may take is a warning, all of it is too long. */
export function Age({ since, waiting = true, desk }: { since: string; waiting?: boolean; desk?: string }) {
  const format = useFormat();
  const target = useTargetMs(desk);
  const past = useNow() - Date.parse(since);
  const colour = !waiting || past < target / 2 ? 'text.primary' : past < target ? 'warning.main' : 'error.main';
  return (
    <Tooltip title={`${format.moment(since)} UTC`}>
      <Box component="time" dateTime={since} sx={{ color: colour, whiteSpace: 'nowrap' }}>
        {format.age(past)}
      </Box>
    </Tooltip>
  );
}
