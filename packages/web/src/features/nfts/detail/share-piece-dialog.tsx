import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareCard } from '../../../shared/share/share-card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export function SharePieceDialog({ piece, onClose }: { piece: NftDetail; onClose(): void }) {
  const { t } = useTranslation(['nfts', 'share']);
  const art = useImage(piece.image);
  const { id, title, creator } = piece;
  const hint = t('share:nftHint');
  const card = useMemo(
    () => ({
      title,
      text: creator,
      hint,
      code: id.toUpperCase(),
      link: `${location.origin}/nfts?id=${id}`,
      ...(art === undefined ? {} : { art }),
    }),
    [title, creator, hint, id, art],
  );
  return (
    <Dialog open onOpenChange={onClose} title={t('nfts:detail.share')}>
      <ShareCard copies card={card} file={`assay-nft-${id}.png`} />
    </Dialog>
  );
}

/** A picture once it has come; without it the card is drawn all the same. */
function useImage(src: string): HTMLImageElement | undefined {
  const [image, setImage] = useState<HTMLImageElement>();
  useEffect(() => {
    const coming = new Image(600, 600);
    const show = () => setImage(coming);
    coming.addEventListener('load', show);
    coming.src = src;
    return () => coming.removeEventListener('load', show);
  }, [src]);
  return image;
}
