import type { Proposal } from '@assay/contract/endpoints/console/proposals.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { useWords } from '../../shared/words/words.ts';
import { Diff, type Snapshot } from '../../ui/diff.tsx';

/** What a proposal makes of what. A value that is in force now stands beside the one that would be. */
export function ProposalChange({ proposal }: { proposal: Proposal }) {
  const say = useWords();
  const { payload, kind, status } = proposal;
  const key = kind === 'parameter.change' && typeof payload['key'] === 'string' ? payload['key'] : null;
  const parameters = useDesk(consoleCalls.parameters.list, {}, { enabled: key !== null && status === 'waiting' });
  const current = parameters.data?.find((parameter) => parameter.key === key);
  const label = say('proposals.change');
  if (key !== null && current !== undefined)
    return <Diff before={{ [key]: current.value }} after={{ [key]: payload['value'] }} label={label} />;
  const { before, after } = payload;
  if (isSnapshot(after)) return <Diff before={isSnapshot(before) ? before : null} after={after} label={label} />;
  return (
    <Box>
      <Diff before={null} after={payload} label={label} />
    </Box>
  );
}

function isSnapshot(value: unknown): value is Snapshot {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
