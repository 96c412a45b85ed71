import type { ProposalStatus } from '@assay/contract/vocabulary/operators.ts';
import { useWords } from '../../shared/words/words.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';

const tones: Readonly<Record<ProposalStatus, Tone>> = {
  waiting: 'gold',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  failed: 'bad',
  expired: 'plain',
};

export function ProposalTag({ status }: { status: ProposalStatus }) {
  const say = useWords();
  return <Tag text={say(`proposals.statuses.${status}`)} tone={tones[status]} />;
}
