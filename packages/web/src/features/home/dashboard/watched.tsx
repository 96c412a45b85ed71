import { popularItems } from '@assay/domain/market/popular.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ListedItem, instrumentPath } from '../../../shared/trading/market/figures.ts';
import { LiveChange, LiveLine, LivePrice } from '../../../shared/trading/market/live.tsx';
import { useCatalogue, useHomeMarket, useListed } from '../../../shared/trading/market/market.ts';
import { useWatchlist } from '../../../shared/trading/market/watchlist.ts';
import { Logo } from '../../../ui/logo.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';

const rows = 6;
const standIns = 4;

/** The newest stars; while there are none, what many look at, and how a star is set. */
export function Watched() {
  const { t } = useTranslation('dashboard');
  const codes = useWatchlist(({ watchlist }) => watchlist);
  const starred = useStarredItems(codes);
  const { data: popular } = useHomeMarket();
  const isEmpty = starred?.length === 0;
  const items = isEmpty ? popular && popularItems(popular, standIns) : starred;
  return (
    <Panel
      title={t(isEmpty ? 'watched.popular' : 'watched.title')}
      action={
        <Link
          to={isEmpty ? '/market' : '/market?tab=watchlist'}
          className="-my-s2 rounded-small py-s2 font-medium text-accent hover:underline"
        >
          {t('watched.all')}
        </Link>
      }
    >
      {items === undefined ? (
        <SkeletonRows rows={standIns} className="p-s5" />
      ) : (
        <>
          <ul className="py-s3">
            {items.map((item) => (
              <Row key={item.code} item={item} />
            ))}
          </ul>
          <p className="border-t border-line px-s5 py-s3 text-caption text-muted">
            {t(isEmpty ? 'watched.none' : 'watched.span')}
          </p>
        </>
      )}
    </Panel>
  );
}

/** The newest stars that are instruments still; undefined until they are known. */
function useStarredItems(watchlist: readonly string[]): readonly ListedItem[] | undefined {
  const names = useCatalogue().data;
  const known = new Set(names?.map(({ code }) => code));
  const items = useListed(
    watchlist
      .toReversed()
      .filter((code) => known.has(code))
      .slice(0, rows),
  );
  return watchlist.length > 0 && names === undefined ? undefined : items;
}

function Row({ item }: { item: ListedItem }) {
  return (
    <li>
      <Link
        to={instrumentPath(item)}
        className="grid min-h-[48px] grid-cols-[auto_minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1fr)] items-center gap-s3 px-s5 transition-quick hover:bg-surface-2"
      >
        <Logo src={item.logo} code={item.code} className="size-[28px]! mobile:size-[32px]!" />
        <bdi dir="ltr" className="truncate font-medium rtl:text-end">
          {item.code.replace(/USDT$/, '')}
        </bdi>
        <LiveLine code={item.code} filled className="h-[28px] w-full" />
        <span className="flex min-w-0 flex-col items-end leading-tight">
          <LivePrice listed item={item} className="font-medium" />
          <LiveChange item={item} className="text-caption" />
        </span>
      </Link>
    </li>
  );
}
