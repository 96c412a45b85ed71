import type { MarketDay } from '@assay/contract/endpoints/index.ts';
import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { Moon } from 'lucide-react';
import { type ReactNode, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuoted } from '../../shared/feed/feed.ts';
import { type ListedItem, figuresOf, instrumentPath } from '../../shared/trading/market/figures.ts';
import { LiveChange, LiveLine, LivePrice } from '../../shared/trading/market/live.tsx';
import { StarButton } from '../../shared/trading/market/star-button.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { Logo } from '../../ui/logo.tsx';
import { useCalm } from './hurry.ts';
import { RangeBar } from './range-bar.tsx';

/** Columns of head and rows alike. */
export const columns = cx(
  'grid items-center gap-s4 px-s4',
  isMobile
    ? 'pe-side grid-cols-[var(--control-height-small)_minmax(0,1.5fr)_minmax(0,0.8fr)_minmax(0,1.15fr)] gap-s3'
    : 'grid-cols-[var(--control-height-small)_minmax(0,2fr)_minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1.2fr)_minmax(0,1.4fr)_minmax(0,0.8fr)] gap-s5 max-wide:gap-s3 max-[760px]:grid-cols-[var(--control-height-small)_minmax(0,1.6fr)_minmax(0,1.2fr)_minmax(0,1fr)]',
);

/** What a narrow window has no room for. */
export const roomy = 'max-[760px]:hidden';

/**
 * Nothing while it trades. Crypto never closes, so there it can only be suspended; elsewhere the list does not distinguish the
 * two.
 */
function TradingState({ item }: { item: ListedItem }) {
  const { t } = useTranslation('market');
  const open = useQuoted(item.code, (quote) => figuresOf(item, quote).open);
  if (open) return null;
  if (item.type === marketTypes.crypto) return <Badge tone="warn">{t('suspended')}</Badge>;
  return (
    <span title={t('closed')} className="inline-flex shrink-0">
      <Moon aria-hidden className="size-[0.95em]" />
      <span className="sr-only">{t('closed')}</span>
    </span>
  );
}

/** The change of a day; of what is closed, of the session that ended with its last price, and which day that was. */
function DayChange({ item }: { item: ListedItem }) {
  const endedAt = useQuoted(item.code, (quote) => (figuresOf(item, quote).open ? undefined : quote?.time));
  const shown = <LiveChange item={item} className={isMobile ? 'text-caption' : ''} />;
  return endedAt === undefined ? shown : <Ended at={endedAt}>{shown}</Ended>;
}

function Ended({ at, children }: { at: string; children: ReactNode }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  return (
    <span className={cx('inline-flex items-end leading-tight', isMobile ? 'items-baseline gap-s2' : 'flex-col')}>
      {children}
      <span title={format.dateTime(at)} className="text-caption text-muted">
        <span className="sr-only">{t('upTo')} </span>
        {format.date(at)}
      </span>
    </span>
  );
}

function TradeWord() {
  return useTranslation('market').t('trade');
}

function CalmLogo({ item }: { item: ListedItem }) {
  return <Logo src={useCalm() ? item.logo : ''} code={item.code} />;
}

function CalmLine(line: { code: string; filled?: boolean; className: string }) {
  return useCalm() ? <LiveLine {...line} /> : <span className={cx('block', line.className)} />;
}

interface MarketRowProps {
  item: ListedItem;
  /** Range and turnover of its day; undefined until known. */
  day: MarketDay | undefined;
  index: number;
  top: number;
  height: number;
}

/** One row: only visible rows exist, and the parts that follow a price subscribe to their own instrument alone. */
export const MarketRow = memo(function MarketRow({ item, day, index, top, height }: MarketRowProps) {
  const format = useFormat();
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
        <CalmLogo item={item} />
        <span className={cx('flex min-w-0 flex-col', isMobile && 'leading-tight')}>
          {/* The link covers its row, so that the whole of it can be pressed and the keyboard stops once. */}
          <Link
            to={instrumentPath(item)}
            dir="ltr"
            className="truncate mobile:line-clamp-2 mobile:whitespace-normal font-medium rtl:text-end after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {item.appName}
          </Link>
          <span className={cx('flex min-w-0 items-center gap-s2 text-caption text-muted', isMobile && 'leading-tight')}>
            <bdi dir="ltr" className="truncate">
              {item.code}
            </bdi>
            <TradingState item={item} />
          </span>
        </span>
      </span>
      {isMobile ? (
        <>
          <span role="cell" className="block">
            <CalmLine code={item.code} className="h-[34px] w-full max-w-[160px]" />
          </span>
          <span role="cell" className="flex flex-col items-end">
            <LivePrice listed item={item} className="font-medium" />
            <DayChange item={item} />
          </span>
        </>
      ) : (
        <>
          <span role="cell" className="text-end">
            <LivePrice listed item={item} className="font-medium" />
          </span>
          <span role="cell" className="text-end">
            <DayChange item={item} />
          </span>
          <span role="cell" className={cx('block', roomy)}>
            <CalmLine code={item.code} filled className="h-[30px] w-full" />
          </span>
          <span role="cell" className={cx('block', roomy)}>
            {day === undefined ? null : <RangeBar item={item} day={day} />}
          </span>
          <span role="cell" className={cx('numbers text-end text-muted', roomy)}>
            {format.compact(day === undefined || day.turnover === '' ? null : day.turnover)}
          </span>
          {/* The action of the row, shown at the pointer: the row's own link covers it. */}
          <span
            aria-hidden
            className="pointer-events-none absolute end-s3 inline-flex min-h-control-small items-center rounded-small bg-accent-fill px-s4 text-caption font-semibold whitespace-nowrap text-on-accent opacity-0 transition-quick group-focus-within:opacity-100 group-hover:opacity-100"
          >
            <TradeWord />
          </span>
        </>
      )}
    </div>
  );
});
