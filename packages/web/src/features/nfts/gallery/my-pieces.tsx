import type { OwnNft } from '@assay/contract/endpoints/nfts.ts';
import type { NftStanding } from '@assay/contract/vocabulary/nfts.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBook } from '../../../shared/client/session.ts';
import { ToRealAccount } from '../../../shared/trading/demo-notice.tsx';
import { Money } from '../../../shared/words/money.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { PagedList } from '../../../ui/lists/paged-list.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Art } from '../art.tsx';
import { Meaning } from '../meaning.tsx';
import { Remaining, useRemainingLabel } from '../remaining.tsx';
import { useOwnPieces } from '../use-nfts.ts';
import { pathOf } from './piece-card.tsx';

const tones: Readonly<Record<NftStanding, Tone>> = {
  leading: 'accent',
  outbid: 'warn',
  won: 'accent',
  lost: 'neutral',
  released: 'neutral',
};

/** What the person has bid for and bought, with the state of each. */
export function MyPieces() {
  const { t } = useTranslation('nfts');
  const real = useBook() === 'real';
  const own = useOwnPieces();
  if (!real) return <EmptyState kind="nothing" title={t('demo.title')} text={t('demo.text')} action={<ToRealAccount />} />;
  return (
    <PagedList
      list={own}
      rows={4}
      more={t('mine.more')}
      empty={
        <EmptyState
          kind="nothing"
          title={t('mine.emptyTitle')}
          text={t('mine.emptyText')}
          action={<ButtonLink to="/nfts">{t('mine.browse')}</ButtonLink>}
        />
      }
    >
      {(items) => (
        <ul aria-label={t('filter.mine')} className="grid w-full gap-s4 wide:grid-cols-2">
          {items.map((piece) => (
            <OwnPiece key={piece.id} piece={piece} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function OwnPiece({ piece }: { piece: OwnNft }) {
  const { t } = useTranslation('nfts');
  const timed = { ...piece, startsAt: piece.endsAt };
  const label = useRemainingLabel()(timed);
  return (
    <li className="group relative flex gap-s4 rounded-large border border-line bg-surface-1 p-s4 transition-quick hover:border-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <Art src={piece.image} className="w-[max(1.3rem,92px)] shrink-0 self-start rounded-middle" />
      <div className="flex min-w-0 flex-1 flex-col gap-s3">
        <div className="flex items-start justify-between gap-s3">
          <div className="min-w-0">
            <h2 className="font-semibold">
              <Link to={pathOf(piece.id)} className="outline-none after:absolute after:inset-0">
                <bdi>{piece.title}</bdi>
              </Link>
            </h2>
            <Meaning of={piece} />
          </div>
          <Badge tone={tones[piece.standing]}>{t(`standing.${piece.standing}`)}</Badge>
        </div>
        <dl className="mt-auto flex flex-wrap gap-x-s6 gap-y-s2">
          <div>
            <dt className="text-caption text-muted">{t(piece.standing === 'won' ? 'mine.paid' : 'mine.bid')}</dt>
            <dd className="font-semibold">
              <Money value={piece.amount} />
            </dd>
          </div>
          {piece.standing === 'outbid' && piece.currentBid !== null ? (
            <div>
              <dt className="text-caption text-muted">{t('currentBid')}</dt>
              <dd>
                <Money value={piece.currentBid} />
              </dd>
            </div>
          ) : null}
          <div>
            <dt className="text-caption text-muted">{label}</dt>
            <dd>
              <Remaining piece={timed} />
            </dd>
          </div>
        </dl>
      </div>
    </li>
  );
}
