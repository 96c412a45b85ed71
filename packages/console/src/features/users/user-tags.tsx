import type { CustomerItem } from '@assay/contract/endpoints/console/users.ts';
import { useWords } from '../../shared/words/words.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';

const tones: Readonly<Record<CustomerItem['kycStatus'], Tone>> = {
  notVerified: 'plain',
  pendingReview: 'gold',
  verified: 'good',
  failed: 'bad',
};

export function IdentityTag({ status }: { status: CustomerItem['kycStatus'] }) {
  const say = useWords();
  return <Tag text={say(`users.identities.${status}`)} tone={tones[status]} />;
}

export function FrozenTag({ frozen }: { frozen: boolean }) {
  const say = useWords();
  return <Tag text={say(frozen ? 'users.frozen' : 'users.active')} tone={frozen ? 'bad' : 'plain'} />;
}
