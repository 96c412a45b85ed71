import type { DeskNft } from '@assay/contract/endpoints/console/nfts.ts';
import { useWords } from '../../shared/words/words.ts';
import { Tag } from '../../ui/tag.tsx';

const tones = { upcoming: 'gold', onSale: 'info', sold: 'good', unsold: 'plain' } as const;

export function NftTag({ piece: { status, withdrawnAt } }: { piece: DeskNft }) {
  const say = useWords();
  return withdrawnAt === null ? (
    <Tag text={say(`nfts.statuses.${status}`)} tone={tones[status]} />
  ) : (
    <Tag text={say('nfts.withdrawn')} />
  );
}
