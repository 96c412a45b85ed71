import { Activity, TrendingDown, TrendingUp, Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { quoteOf } from '../../shared/feed/feed.ts';
import { type ListedItem, figuresOf, instrumentPath } from '../../shared/trading/market/figures.ts';
import { type MarketDays, useTurnoverOf } from '../../shared/trading/market/market-day.ts';
import { Change } from '../../shared/trading/market/price.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { Logo } from '../../ui/logo.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { type Mover, type MoverKind, moverKinds, moversOf } from './movers.ts';
import { useSnapshot } from './snapshot.ts';

const rows = 5;
/** The leaders change seldom; the figures beside the names follow the prices. */
const refreshMs = 2_000;

const icons = { gainers: TrendingUp, losers: TrendingDown, active: Activity, fresh: Zap };

interface MoversStripProps {
  /** Undefined while the market is on its way. */
  items: readonly ListedItem[] | undefined;
  days: MarketDays;
}

const none: readonly ListedItem[] = [];

/**
 * Four short lists above the long one, as high before their rows are there: the content below must not move under a finger. On
 * a phone they are side by side and scroll sideways.
 */
export function MoversStrip({ items, days }: MoversStripProps) {
  const { t } = useTranslation('market');
  const read = useSnapshot(true, refreshMs);
  const turnoverOf = useTurnoverOf(days);
  const movers = moversOf(items ?? none, { turnoverOf, hourOf: (code) => days.get(code)?.hour }, read, rows);
  return (
    <ul
      aria-label={t('movers.label')}
      className="grid grid-cols-4 gap-s4 max-wide:grid-cols-2 desktop:max-[600px]:grid-cols-1 mobile:flex mobile:snap-x mobile:snap-mandatory mobile:scroll-px-side mobile:overflow-x-auto mobile:px-side mobile:[scrollbar-width:none]"
    >
      {moverKinds.map((kind) => (
        <li key={kind} className="min-w-0 mobile:w-[72vw] mobile:shrink-0 mobile:snap-start">
          <Card kind={kind} movers={items && movers[kind]} turnoverOf={turnoverOf} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  kind: MoverKind;
  movers: readonly Mover[] | undefined;
  turnoverOf(code: string): number;
}

function Card({ kind, movers, turnoverOf }: CardProps) {
  const { t } = useTranslation('market');
  const Icon = icons[kind];
  return (
    <section className="flex h-full flex-col rounded-large border border-line bg-surface-1 px-s4 py-s3">
      <header className="mb-s1 flex items-center justify-between gap-s3">
        <h2 className="flex items-center gap-s2 font-semibold">
          <Icon aria-hidden className="size-[1.1em] text-accent" />
          {t(`movers.${kind}`)}
        </h2>
        <span className="text-caption text-muted">
          {t(kind === 'fresh' ? 'movers.hour' : kind === 'active' ? 'movers.turnover' : 'movers.day')}
        </span>
      </header>
      <div className="flex min-h-[130px] flex-col mobile:min-h-[180px]">
        {movers === undefined ? (
          <Skeleton className="my-s2 flex-1" />
        ) : movers.length === 0 ? (
          <p className="my-auto text-center text-caption text-muted">{t('movers.none')}</p>
        ) : (
          <ol className="flex flex-col">
            {movers.map((mover) => (
              <MoverRow key={mover.item.code} mover={mover} turnover={kind === 'active' ? turnoverOf(mover.item.code) : null} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function MoverRow({ mover: { item, change }, turnover }: { mover: Mover; turnover: number | null }) {
  const format = useFormat();
  const { price, scale } = figuresOf(item, quoteOf(item.code));
  return (
    <li>
      <Link
        to={instrumentPath(item)}
        className="-mx-s2 grid min-h-[26px] grid-cols-[auto_minmax(0,1fr)_auto_minmax(6.2em,auto)] items-center gap-x-s3 rounded-small px-s2 text-caption hover:bg-surface-2 mobile:min-h-[36px]"
      >
        <Logo src={item.logo} code={item.code} className="size-[18px]! mobile:size-[20px]!" />
        <bdi dir="ltr" className="truncate font-medium text-text rtl:text-end">
          {item.code.replace(/USDT$/, '')}
        </bdi>
        <bdi dir="ltr" className="numbers text-muted">
          {format.price(price, scale)}
        </bdi>
        <span className="text-end font-medium">
          {turnover === null ? (
            <Change value={change} className="justify-end" />
          ) : (
            <bdi className="numbers">{format.compact(turnover)}</bdi>
          )}
        </span>
      </Link>
    </li>
  );
}
