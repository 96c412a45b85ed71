import type { Nft } from '@assay/contract/endpoints/nfts.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../../../shared/client/session.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { usePieces } from '../use-nfts.ts';
import { MyPieces } from './my-pieces.tsx';
import { PieceCard } from './piece-card.tsx';
import { Spotlight } from './spotlight.tsx';

const shows = ['onSale', 'upcoming', 'sold', 'mine'] as const;
type Show = (typeof shows)[number];

/** What is on sale, coming and over, and the person's own; the choice is in the address. */
export function Gallery() {
  const { t } = useTranslation('nfts');
  const [params, setParams] = useSearchParams();
  const { data: pieces, error, isError, refetch } = usePieces();
  const signedIn = useSession((session) => session.isLogin);
  const wanted = params.get('show');
  const show: Show = shows.find((each) => each === wanted) ?? 'onSale';
  if (pieces === undefined) {
    return isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Waiting />;
  }
  const shown = (each: Show) => pieces.filter(({ status }) => each === (status === 'unsold' ? 'sold' : status));
  return (
    <Tabs<Show>
      label={t('filter.label')}
      value={show}
      onChange={(next) => setParams(next === 'onSale' ? {} : { show: next }, { replace: true })}
      className="flex flex-col gap-s5"
      items={shows
        .filter((each) => each !== 'mine' || signedIn)
        .map((each) => ({
          value: each,
          label:
            each === 'mine' ? (
              t('filter.mine')
            ) : (
              <>
                {t(`filter.${each}`)} <span className="numbers ms-s1 text-caption text-muted">{shown(each).length}</span>
              </>
            ),
          content: each === 'mine' ? <MyPieces /> : <Pieces pieces={shown(each)} spotlight={each === 'onSale'} />,
        }))}
    />
  );
}

function Pieces({ pieces, spotlight }: { pieces: readonly Nft[]; spotlight: boolean }) {
  const { t } = useTranslation('nfts');
  const [first, ...rest] = pieces;
  if (first === undefined) return <EmptyState kind="nothing" title={t('empty.title')} text={t('empty.text')} />;
  return (
    <div className="flex flex-col gap-s6">
      {spotlight ? <Spotlight piece={first} /> : null}
      <ul className="grid grid-cols-2 gap-s5 mobile:gap-s4 wide:grid-cols-4">
        {(spotlight ? rest : pieces).map((piece) => (
          <PieceCard key={piece.id} piece={piece} />
        ))}
      </ul>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('state.loading')} className="grid grid-cols-2 gap-s5 wide:grid-cols-4">
      {Array.from({ length: 8 }, (_, place) => (
        <Skeleton key={place} className="aspect-[4/5] rounded-large" />
      ))}
    </div>
  );
}
