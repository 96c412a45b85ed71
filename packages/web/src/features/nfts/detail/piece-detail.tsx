import { ApiRefusal } from '@assay/contract/client.ts';
import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTitle } from '../../../shared/words/title.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Page } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { Art } from '../art.tsx';
import { Meaning } from '../meaning.tsx';
import { usePiece } from '../use-nfts.ts';
import { BidHistory } from './bid-history.tsx';
import { Facts } from './facts.tsx';
import { SharePiece } from './share-piece.tsx';
import { Standing } from './standing.tsx';

const tones: Readonly<Record<NftDetail['status'], Tone>> = {
  upcoming: 'info',
  onSale: 'accent',
  sold: 'neutral',
  unsold: 'neutral',
};

/** One piece: its art, its auction, who has bid, and what it is. */
export function PieceDetail({ id }: { id: string }) {
  const { t } = useTranslation('nfts');
  const { data: piece, error, isError, refetch } = usePiece(id);
  return (
    <Page className="flex flex-col gap-s5 py-s6">
      <Link to="/nfts" className="inline-flex items-center gap-s2 self-start py-s1 text-muted hover:text-text">
        <ArrowLeft aria-hidden className="size-[1.2em] rtl:-scale-x-100" />
        {t('detail.back')}
      </Link>
      {piece !== undefined ? (
        <Piece piece={piece} />
      ) : !isError ? (
        <Waiting />
      ) : error instanceof ApiRefusal && error.code === '404' ? (
        <EmptyState kind="noMatch" title={t('detail.gone')} action={<ButtonLink to="/nfts">{t('detail.back')}</ButtonLink>} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function Piece({ piece }: { piece: NftDetail }) {
  const { t } = useTranslation('nfts');
  useTitle(piece.title);
  return (
    <div className="grid items-start gap-s6 wide:grid-cols-[minmax(0,1fr)_max(5.6rem,400px)]">
      <div className="flex min-w-0 flex-col gap-s6">
        <Art src={piece.image} eager className="rounded-large border border-line" />
        <div className="flex flex-col gap-s6 mobile:hidden">
          <About piece={piece} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-s5 wide:sticky wide:top-[calc(var(--bar-height)+var(--step-5))]">
        <header className="flex flex-col items-start gap-s2">
          <Badge tone={tones[piece.status]}>{t(`status.${piece.status}`)}</Badge>
          <h1 className="text-title font-semibold tracking-[-0.01em]">
            <bdi>{piece.title}</bdi>
          </h1>
          <Meaning of={piece} />
          <p className="text-muted">
            <bdi>{piece.creator}</bdi>
          </p>
        </header>
        <Standing piece={piece} />
        <BidHistory piece={piece} />
        <SharePiece piece={piece} />
      </div>
      <div className="flex flex-col gap-s5 desktop:hidden">
        <About piece={piece} />
      </div>
    </div>
  );
}

function About({ piece }: { piece: NftDetail }) {
  const { t } = useTranslation('nfts');
  return (
    <>
      <section className="flex flex-col gap-s2">
        <h2 className="text-emphasis font-semibold">{t('story.title')}</h2>
        {piece.story === '' ? null : (
          <p className="whitespace-pre-line">
            <bdi>{piece.story}</bdi>
          </p>
        )}
        <p className="max-w-[max(8rem,320px)]">{t(`story.${piece.style}`)}</p>
        <p className="max-w-[max(8rem,320px)] text-caption text-muted">{t('story.seed')}</p>
      </section>
      <Facts piece={piece} />
    </>
  );
}

function Waiting() {
  return (
    <div className="grid items-start gap-s6 wide:grid-cols-[minmax(0,1fr)_max(5.6rem,400px)]">
      <Skeleton className="aspect-square rounded-large" />
      <Skeleton className="h-[5rem] min-h-[320px] rounded-large" />
    </div>
  );
}
