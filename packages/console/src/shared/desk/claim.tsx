import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { CaseDesk } from '@assay/contract/vocabulary/operators.ts';
import { Box, Button } from '@mui/material';
import { useNotify } from 'react-admin';
import { Tag } from '../../ui/tag.tsx';
import { useOperator } from '../client/auth-provider.ts';
import { useDeskMove } from '../client/use-desk.ts';
import { useWords } from '../words/words.ts';

export interface Claim {
  readonly id: string;
  readonly name: string;
}

/** Who works on a case, and taking it on or laying it down. Both can be undone, so neither asks. */
export function ClaimBar({ desk, id, claimedBy }: { desk: CaseDesk; id: string; claimedBy: Claim | null }) {
  const say = useWords();
  const notify = useNotify();
  const self = useOperator();
  const claim = useDeskMove(consoleCalls.cases.claim);
  const release = useDeskMove(consoleCalls.cases.release);
  const mine = claimedBy?.id === self.id;
  const move = mine ? release : claim;
  const act = async () => {
    if (move.isPending) return;
    const done = await move.mutateAsync({ desk, id }).catch((error: Error) => {
      notify(error.message || say('act.noAnswer'), { type: 'error' });
    });
    if (done !== undefined) notify(say(mine ? 'cases.released' : 'cases.claimed'), { type: 'success' });
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <ClaimTag claimedBy={claimedBy} />
      {(claimedBy === null || mine) && (
        <Button variant="outlined" color="inherit" loading={move.isPending} onClick={() => void act()}>
          {say(mine ? 'cases.release' : 'cases.claim')}
        </Button>
      )}
    </Box>
  );
}

export function ClaimTag({ claimedBy }: { claimedBy: Claim | null }) {
  const say = useWords();
  const self = useOperator();
  if (claimedBy === null) return <Tag text={say('cases.free')} />;
  return claimedBy.id === self.id ? (
    <Tag text={say('cases.mine')} tone="gold" />
  ) : (
    <Tag text={say('cases.takenBy', { name: claimedBy.name })} tone="info" />
  );
}

/** What keeps an operator from deciding: somebody else works on the case. */
export function useClaimBlock(claimedBy: Claim | null): string | null {
  const say = useWords();
  const self = useOperator();
  return claimedBy === null || claimedBy.id === self.id ? null : say('cases.takenBlocked', { name: claimedBy.name });
}
