import { mayDecide } from '@assay/contract/endpoints/console/cases/deciding.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { CaseDesk } from '@assay/contract/vocabulary/operators.ts';
import { Box } from '@mui/material';
import { Tag } from '../../ui/tag.tsx';
import { mayCall } from '../client/may-call.ts';
import { useOperator } from '../client/operator.ts';
import { useDesk } from '../client/use-desk.ts';
import { useWords } from '../words/words.ts';
import { Act } from './act.tsx';
import { DirectAct } from './direct-act.tsx';

export interface Claim {
  readonly id: string;
  readonly name: string;
}

/** Who works on a case, with the buttons to claim or release it. */
export function ClaimBar({ desk, id, claimedBy }: { desk: CaseDesk; id: string; claimedBy: Claim | null }) {
  const say = useWords();
  const self = useOperator();
  const { claim, release } = consoleCalls.cases;
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <ClaimTag claimedBy={claimedBy} />
      {claimedBy === null && mayDecide(desk, self.roles) && (
        <DirectAct call={claim} input={{ desk, id }} label={say('cases.claim')} done={say('cases.claimed')} />
      )}
      {claimedBy?.id === self.id && (
        <DirectAct call={release} input={{ desk, id }} label={say('cases.release')} done={say('cases.released')} />
      )}
      {mayCall(consoleCalls.cases.assign, self.roles) && <Assign desk={desk} id={id} />}
    </Box>
  );
}

/** Assigns the case to another operator, by a supervisor who sees how much each of them has. */
function Assign({ desk, id }: { desk: CaseDesk; id: string }) {
  const say = useWords();
  const { data: load = [] } = useDesk(consoleCalls.cases.load, {});
  const options = load.flatMap(({ operator, desks }) => {
    const own = desks.find((one) => one.desk === desk);
    if (own?.may !== true) return [];
    return [{ value: operator.id, label: say('cases.assignHas', { name: operator.name, count: own.has }) }];
  });
  return (
    <Act
      call={consoleCalls.cases.assign}
      label={say('cases.assign')}
      lead={say('cases.assignLead')}
      fields={[{ kind: 'choice', name: 'operatorId', label: say('cases.assignTo'), options }]}
      about={{ desk, id }}
      done={say('cases.assigned')}
    />
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

/** Why an operator may not decide: another one works on the case. */
export function useClaimBlock(claimedBy: Claim | null): string | null {
  const say = useWords();
  const self = useOperator();
  return claimedBy === null || claimedBy.id === self.id ? null : say('cases.takenBlocked', { name: claimedBy.name });
}
