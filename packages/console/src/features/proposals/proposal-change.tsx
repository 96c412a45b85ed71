import type { Proposal } from '@assay/contract/endpoints/console/proposals.ts';
import { Diff } from '../../shared/parts/diff.tsx';
import { Waiting } from '../../shared/parts/states.tsx';
import { useWords } from '../../shared/words/words.ts';
import { useChange } from './change.ts';

/** The change of a proposal: while it waits, beside the values in force now. */
export function ProposalChange({ proposal }: { proposal: Proposal }) {
  const say = useWords();
  const change = useChange(proposal);
  return change === null ? <Waiting lines={3} /> : <Diff {...change} label={say('proposals.change')} />;
}
