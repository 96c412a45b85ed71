import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { Screened, ScreeningState } from '@assay/contract/vocabulary/screening.ts';
import { Alert } from '@mui/material';
import { useDesk } from '../client/use-desk.ts';
import { useWords } from '../words/words.ts';

const severities = { unknown: 'info', clear: 'success', look: 'warning', refuse: 'error' } as const satisfies Record<
  Exclude<ScreeningState, 'off'>,
  string
>;

/** What the screening has answered about a case; nothing where none is set. */
export function ScreeningSays({ about, caseNo }: { about: Screened; caseNo: string }) {
  const say = useWords();
  const { data } = useDesk(consoleCalls.screening.state, { about, caseNo }, { everyMs: 15_000 });
  if (data === undefined || data.state === 'off') return null;
  return (
    <Alert severity={severities[data.state]} variant="outlined" sx={{ mb: 1.25 }}>
      {say(`cases.screening.${data.state}`)}
    </Alert>
  );
}
