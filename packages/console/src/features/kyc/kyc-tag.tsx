import type { KycCase } from '@assay/contract/endpoints/console/kyc.ts';
import { useWords } from '../../shared/words/words.ts';
import { Tag } from '../../ui/tag.tsx';

const tones = { pendingReview: 'gold', verified: 'good', failed: 'bad' } as const;

export function KycTag({ status }: { status: KycCase['status'] }) {
  const say = useWords();
  return <Tag text={say(`kyc.statuses.${status}`)} tone={tones[status]} />;
}
