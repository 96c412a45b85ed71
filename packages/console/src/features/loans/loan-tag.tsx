import type { LoanStatus } from '@assay/contract/vocabulary/loans.ts';
import { useWords } from '../../shared/words/words.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';

const tones: Readonly<Record<LoanStatus, Tone>> = {
  pendingReview: 'gold',
  repaying: 'info',
  repaid: 'good',
  expired: 'bad',
  rejected: 'bad',
  cancelled: 'plain',
};

export function LoanTag({ status }: { status: LoanStatus }) {
  const say = useWords();
  return <Tag text={say(`loans.statuses.${status}`)} tone={tones[status]} />;
}
