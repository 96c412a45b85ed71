import type { Proposal } from '@assay/contract/endpoints/console/proposals.ts';
import { Diff } from '../../shared/parts/diff.tsx';
import { Waiting } from '../../shared/parts/states.tsx';
import { useWords } from '../../shared/words/words.ts';
import { useChange } from './change.ts';

/** What a proposal makes of what: as long as it waits, beside what is in force now. */
export function ProposalChange({ proposal }: { proposal: Proposal }) {
  const say = useWords();
  const change = useChange(proposal);
  return change === null ? <Waiting lines={3} /> : <Diff {...change} label={say('proposals.change')} />;
}
