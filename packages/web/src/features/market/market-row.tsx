import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type LiveFigures, instrumentPath, useLiveFigures, useLivePoints } from '../../shared/trading/market.ts';
import { Change, Price } from '../../shared/trading/price.tsx';
import { Sparkline } from '../../shared/trading/sparkline.tsx';
import { StarButton } from '../../shared/trading/star-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { Logo } from '../../ui/logo.tsx';

/** Columns of head and rows alike. */
export const columns = cx(
  'grid items-center gap-s4 px-s4',
  isMobile
    ? 'grid-cols-[var(--control-height-small)_minmax(0,1.5fr)_minmax(0,0.8fr)_minmax(0,1.15fr)] gap-s3'
    : 'grid-cols-[var(--control-height-small)_minmax(0,2.2fr)_minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,0.9fr)]',
);

/** Crypto never closes, so there it can only be suspended; elsewhere the list does not tell the two apart. */
function TradingState({ item, figures }: { item: MarketItem; figures: LiveFigures }) {
  const { t } = useTranslation('market');
  if (figures.open) return isMobile ? null : <span className="text-caption text-muted">{t('open')}</span>;
  return item.type === marketTypes.crypto ? <Badge tone="warn">{t('suspended')}</Badge> : <Badge>{t('closed')}</Badge>;
}

interface MarketRowProps {
  item: MarketItem;
  index: number;
  top: number;
  height: number;
}

/** One live row: only what is on the screen exists, and each row hears its own instrument alone. */
export const MarketRow = memo(function MarketRow({ item, index, top, height }: MarketRowProps) {
  const figures = useLiveFigures(item);
  const points = useLivePoints(item);
  const price = <Price listed value={figures.price} scale={figures.scale} className="font-medium" />;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={cx(columns, 'group absolute inset-x-0 border-b border-line hover:bg-surface-2')}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <span role="cell" className="relative z-1">
        <StarButton code={item.code} name={item.appName} />
      </span>
      <span role="cell" className="flex min-w-0 items-center gap-s3">
        <Logo src={item.logo} code={item.code} />
        <span className="flex min-w-0 flex-col">
          {/* The link covers its row, so that the whole of it can be pressed and the keyboard stops once. */}
          <Link
            to={instrumentPath(item)}
            dir="ltr"
            className="truncate font-medium rtl:text-end after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {item.appName}
          </Link>
          <span className="flex min-w-0 items-center gap-s2 text-caption text-muted">
            <bdi dir="ltr" className="truncate">
              {item.code}
            </bdi>
            {isMobile ? <TradingState item={item} figures={figures} /> : null}
          </span>
        </span>
      </span>
      <span role="cell" className="block">
        <Sparkline points={points} change={figures.change} className="h-[34px] w-full max-w-[160px]" />
      </span>
      {isMobile ? (
        <span role="cell" className="flex flex-col items-end">
          {price}
          <Change value={figures.change} className="text-caption" />
        </span>
      ) : (
        <>
          <span role="cell" className="text-end">
            {price}
          </span>
          <span role="cell" className="text-end">
            <Change value={figures.change} />
          </span>
          <span role="cell" className="text-end">
            <TradingState item={item} figures={figures} />
          </span>
        </>
      )}
    </div>
  );
});
