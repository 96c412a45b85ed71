import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { instrumentPath, useLiveFigures, useLivePoints, useMarket } from '../../../shared/trading/market/market.ts';
import { Change, Price } from '../../../shared/trading/market/price.tsx';
import { Sparkline } from '../../../shared/trading/market/sparkline.tsx';
import { useWatchlist } from '../../../shared/trading/market/watchlist.ts';
import { Logo } from '../../../ui/logo.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { popularItems } from '../selection.ts';

const rows = 6;
const standIns = 4;

/** The newest stars; while there are none, what many look at, and how a star is set. */
export function Watched() {
  const { t } = useTranslation('dashboard');
  const { data: items } = useMarket();
  const codes = useWatchlist(({ watchlist }) => watchlist);
  const starred = codes.toReversed().flatMap((code) => items?.find((item) => item.code === code) ?? []);
  const shown = starred.length > 0 ? starred.slice(0, rows) : popularItems(items ?? [], standIns);
  return (
    <Panel
      title={t(starred.length > 0 ? 'watched.title' : 'watched.popular')}
      action={
        <Link
          to={starred.length > 0 ? '/market?tab=watchlist' : '/market'}
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
            {shown.map((item) => (
              <Row key={item.code} item={item} />
            ))}
          </ul>
          <p className="border-t border-line px-s5 py-s3 text-caption text-muted">
            {t(starred.length > 0 ? 'watched.span' : 'watched.none')}
          </p>
        </>
      )}
    </Panel>
  );
}

function Row({ item }: { item: MarketItem }) {
  const { price, scale, change } = useLiveFigures(item);
  const points = useLivePoints(item);
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
        <Sparkline points={points} filled className="h-[28px] w-full" />
        <span className="flex min-w-0 flex-col items-end leading-tight">
          <Price listed value={price} scale={scale} className="font-medium" />
          <Change value={change} className="text-caption" />
        </span>
      </Link>
    </li>
  );
}
