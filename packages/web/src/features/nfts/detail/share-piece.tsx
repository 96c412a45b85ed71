import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { lazyPage } from '../../../ui/lazy-page.ts';

const Shown = lazyPage(() => import('./share-piece-dialog.tsx').then((part) => part.SharePieceDialog));

/** A piece as a card that leads to its page. */
export function SharePiece({ piece }: { piece: NftDetail }) {
  const { t } = useTranslation('nfts');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onPointerEnter={Shown.preload} onClick={() => setOpen(true)} className="self-start">
        <Share2 aria-hidden className="size-[1.1em]" />
        {t('detail.share')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Shown piece={piece} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
