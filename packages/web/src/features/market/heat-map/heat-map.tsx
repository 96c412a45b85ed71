import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ListedItem, instrumentPath } from '../../../shared/trading/market/figures.ts';
import { useLiveFigures } from '../../../shared/trading/market/market.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { isMobile } from '../../../ui/device.ts';
import { type Group, type Step, type Tile, groupsOf, neighbour, stepLimits, stepOf, titlePx } from './groups.ts';

const colours: Readonly<Record<Step, string>> = {
  2: 'bg-[color-mix(in_srgb,var(--rise)_46%,var(--surface-1))]',
  1: 'bg-[color-mix(in_srgb,var(--rise)_20%,var(--surface-1))]',
  0: 'bg-surface-3',
  [-1]: 'bg-[color-mix(in_srgb,var(--fall)_20%,var(--surface-1))]',
  [-2]: 'bg-[color-mix(in_srgb,var(--fall)_46%,var(--surface-1))]',
};
const steps: readonly Step[] = [-2, -1, 0, 1, 2];

interface HeatMapProps {
  items: readonly ListedItem[];
  turnoverOf(code: string): number;
}

/** The whole market in one picture: large is what trades much, coloured is what moves. Each tile opens its instrument. */
export function HeatMap({ items, turnoverOf }: HeatMapProps) {
  const { t } = useTranslation('market');
  const { ref, width } = useWidth();
  const height = Math.round(isMobile ? width * 1.9 : Math.max(420, width * 0.46));
  const groups = useMemo(() => groupsOf(items, turnoverOf, { width, height }), [items, turnoverOf, width, height]);
  const tiles = groups.flatMap((group) => group.tiles);
  const [current, setCurrent] = useState(0);
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = neighbour(
      tiles.map(({ rect }) => rect),
      Math.min(current, tiles.length - 1),
      event.key,
    );
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.querySelectorAll('a')[next]?.focus();
  };
  return (
    <div className="flex flex-col gap-s4 p-s4 mobile:px-side">
      {/* Places are places on a map: they do not change sides with the language. */}
      <div
        ref={ref}
        dir="ltr"
        role="group"
        aria-label={t('map.label')}
        onKeyDown={walk}
        className="relative"
        style={{ height }}
      >
        {groups.map((group) => (
          <GroupOfTiles
            key={group.assetClass}
            group={group}
            first={tiles.findIndex((tile) => tile === group.tiles[0])}
            current={Math.min(current, tiles.length - 1)}
            onCurrent={setCurrent}
          />
        ))}
      </div>
      <Legend />
    </div>
  );
}

interface GroupProps {
  group: Group;
  /** Place of its first tile among all. */
  first: number;
  current: number;
  onCurrent(place: number): void;
}

function GroupOfTiles({ group: { assetClass, rect, tiles }, first, current, onCurrent }: GroupProps) {
  const { t } = useTranslation('market');
  return (
    <section aria-label={t(`tab.${assetClass}`)}>
      <h2
        className="absolute truncate pe-s2 text-caption leading-[20px] font-medium text-muted"
        style={{ left: rect.x, top: rect.y, width: rect.width, height: titlePx }}
      >
        {t(`tab.${assetClass}`)}
      </h2>
      <ul>
        {tiles.map((tile, place) => (
          <MapTile
            key={tile.item.code}
            tile={tile}
            current={first + place === current}
            onCurrent={() => onCurrent(first + place)}
          />
        ))}
      </ul>
    </section>
  );
}

/** As large as its turnover; the keyboard stops at one of all tiles, and walks to the others by arrow keys. */
function MapTile({ tile: { item, turnover, rect }, current, onCurrent }: { tile: Tile; current: boolean; onCurrent(): void }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const { price, scale, change } = useLiveFigures(item);
  const code = item.code.replace(/USDT$/, '');
  const words = t('map.tile', {
    name: item.appName,
    price: format.price(price, scale),
    change: format.change(change),
    turnover: format.compact(turnover),
  });
  const size = Math.min((rect.width - 8) / (Math.max(code.length, 5) * 0.76), rect.height / 3, 26);
  return (
    <li>
      <Link
        to={instrumentPath(item)}
        title={words}
        tabIndex={current ? 0 : -1}
        onFocus={onCurrent}
        style={{ left: rect.x, top: rect.y, width: Math.max(rect.width - 2, 1), height: Math.max(rect.height - 2, 1) }}
        className={cx(
          'absolute flex flex-col items-center justify-center overflow-hidden rounded-[4px] leading-tight hover:brightness-125 focus-visible:z-1 focus-visible:outline-offset-0',
          colours[stepOf(change)],
        )}
      >
        {size < 8 ? null : (
          <>
            <span className="font-semibold" style={{ fontSize: size }}>
              {code}
            </span>
            {rect.height < 34 ? null : (
              <span className="numbers" style={{ fontSize: Math.max(8, size * 0.72) }}>
                {format.change(change)}
              </span>
            )}
          </>
        )}
        <span className="sr-only">{words}</span>
      </Link>
    </li>
  );
}

function Legend() {
  const { t } = useTranslation('market');
  const format = useFormat();
  const { slight, strong } = stepLimits;
  const bounds = [
    `≤ ${format.change(String(-strong))}`,
    '',
    `± ${format.rate(String(slight / 100))}`,
    '',
    `≥ ${format.change(String(strong))}`,
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-s5 gap-y-s2 text-caption text-muted">
      <p>{t('map.note')}</p>
      <ul dir="ltr" aria-label={t('map.legend')} className="numbers flex items-center gap-[2px]">
        {steps.map((step, place) => (
          <li
            key={step}
            className={cx('grid h-[22px] min-w-[34px] place-items-center rounded-[4px] px-s2 text-text', colours[step])}
          >
            {bounds[place] === '' ? <span className="sr-only">{step > 0 ? '+' : '−'}</span> : bounds[place]}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The width that there is; a box that is put aside for a moment keeps its last one. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = ref.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.round(entry?.contentRect.width ?? 0);
      if (next > 0) setWidth(next);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
