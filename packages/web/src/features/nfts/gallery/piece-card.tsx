import type { Nft } from '@assay/contract/endpoints/nfts.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Money } from '../../../shared/words/money.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Art } from '../art.tsx';
import { Meaning } from '../meaning.tsx';
import { Remaining, useRemainingLabel } from '../remaining.tsx';

export function pathOf(id: string): string {
  return `/nfts?${new URLSearchParams({ id }).toString()}`;
}

/** The price that counts for a piece now, and what it is called. */
export function usePrice(): (piece: Nft) => { name: string; value: string } {
  const { t } = useTranslation('nfts');
  return ({ soldFor, currentBid, minimumBid, status }) => {
    if (soldFor !== null) return { name: t('soldFor'), value: soldFor };
    return currentBid === null
      ? { name: t('startPrice'), value: minimumBid }
      : { name: t(status === 'unsold' ? 'highestBid' : 'currentBid'), value: currentBid };
  };
}

/** A piece in the gallery: art, maker, price and clock, all of it one link. */
export function PieceCard({ piece }: { piece: Nft }) {
  const { t } = useTranslation('nfts');
  const price = usePrice()(piece);
  const label = useRemainingLabel()(piece);
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-large border border-line bg-surface-1 transition-quick hover:border-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <Art src={piece.image} />
      {piece.status === 'unsold' ? <Badge className="absolute end-s3 top-s2">{t('status.unsold')}</Badge> : null}
      <div className="flex flex-1 flex-col gap-s3 p-s4">
        <div className="min-w-0">
          <h2 className="line-clamp-2 font-semibold">
            <Link to={pathOf(piece.id)} className="outline-none after:absolute after:inset-0">
              <bdi>{piece.title}</bdi>
            </Link>
          </h2>
          <Meaning of={piece} />
          <p className="truncate text-caption text-muted">
            <bdi>{piece.creator}</bdi>
          </p>
        </div>
        <dl className="mt-auto flex flex-wrap justify-between gap-x-s4 gap-y-s2 border-t border-line pt-s3 mobile:flex-col">
          <div>
            <dt className="text-caption text-muted">{price.name}</dt>
            <dd className="font-semibold">
              <Money value={price.value} />
            </dd>
          </div>
          <div className="desktop:text-end">
            <dt className="text-caption text-muted">{label}</dt>
            {/* In a line of the price's height, so that both stand on one. */}
            <dd>
              <span className="text-caption">
                <Remaining piece={piece} />
              </span>
            </dd>
          </div>
        </dl>
      </div>
    </li>
  );
}
