import type { WithdrawalStatus } from '@assay/contract/vocabulary/funds.ts';
import { useWords } from '../../shared/words/words.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';

const tones: Readonly<Record<WithdrawalStatus, Tone>> = {
  pendingReview: 'gold',
  approved: 'info',
  completed: 'good',
  rejected: 'bad',
  failed: 'bad',
  cancelled: 'plain',
};

export function FundTag({ status }: { status: WithdrawalStatus }) {
  const say = useWords();
  return <Tag text={say(`funds.statuses.${status}`)} tone={tones[status]} />;
}

/** Whether a decision is still pending. */
export function isOpen(status: WithdrawalStatus): boolean {
  return status === 'pendingReview' || status === 'approved';
}
