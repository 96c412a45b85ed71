import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import { type HolidayName, holidayNames } from '@assay/domain/market/calendar/holidays.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { useServerTime } from '../../../shared/feed/feed.ts';
import { useConcerned } from '../../../shared/trading/news/news.ts';
import { type Format, useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { lazyPage } from '../../../ui/lazy-page.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { useCalendar } from './calendar.ts';
import { sourceFigure } from './source-figure.ts';

const ReminderButton = lazyPage(() => import('./reminder-button.tsx').then((part) => part.ReminderButton));

type Shown = 'all' | 'high';
type Scope = 'this' | 'mine';
/** Instruments that are named beside an event. */
const namedMax = 4;
const minuteMs = 60_000;

/**
 * What comes, and what was last week, by days: events of the economies that move it, what its company does, days of rest; of
 * this instrument, or of all that the customer holds or watches.
 */
export function CalendarList({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('about');
  const [shown, setShown] = useState<Shown>('all');
  const [scope, setScope] = useState<Scope>('this');
  const concerned = useConcerned();
  const isMine = scope === 'mine' && concerned.length > 0;
  const { data, isError, error, refetch } = useCalendar(isMine ? concerned : [info.code]);
  const items = data?.filter(({ importance }) => shown === 'all' || importance === null || importance === 3);
  return (
    <section aria-label={t('calendar.title')} className="flex min-w-0 flex-col pt-s4">
      <header className="flex flex-wrap items-center justify-between gap-[8px] pb-s2">
        <h2 className="text-emphasis font-semibold">{t('calendar.title')}</h2>
        <Segmented<Shown>
          compact
          label={t('calendar.show')}
          value={shown}
          onChange={setShown}
          options={(['all', 'high'] as const).map((value) => ({ value, label: t(`calendar.shown.${value}`) }))}
        />
      </header>
      {concerned.length === 0 ? null : (
        <Segmented<Scope>
          compact
          label={t('calendar.scope.label')}
          value={scope}
          onChange={setScope}
          options={(['this', 'mine'] as const).map((value) => ({ value, label: t(`calendar.scope.${value}`) }))}
          className="mb-s2 self-start border border-line"
        />
      )}
      {items !== undefined ? (
        <Days items={items} info={info} names={isMine} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} />
      )}
      <p className="pt-s2 text-[12px] leading-[1.45] text-muted">{t('calendar.note')}</p>
    </section>
  );
}

interface DaysProps {
  items: readonly CalendarItem[];
  info: MarketInfo;
  /** Whether it is said of each whom it concerns. */
  names: boolean;
}

function Days({ items, info, names }: DaysProps) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const now = useServerTime((time) => Math.floor((time ?? Date.now()) / minuteMs) * minuteMs);
  if (items.length === 0) return <p className="py-s5 text-muted">{t('calendar.none')}</p>;
  const days = Map.groupBy(items, ({ at }) => format.date(at));
  return (
    <ol className="flex flex-col">
      {[...days].map(([day, those]) => (
        <li key={day} className="flex flex-col">
          <h3
            className={cx(
              'rounded-small bg-surface-2 px-s2 py-[3px] text-[12px] font-semibold',
              day === format.date(now) ? 'text-accent' : 'text-muted',
            )}
          >
            {day === format.date(now) ? t('calendar.today', { day }) : day}
          </h3>
          <ul className="divide-y divide-line">
            {those.map((item) => (
              <Item
                key={`${item.at} ${item.kind} ${item.currency} ${item.title} ${item.id}`}
                item={item}
                info={info}
                names={names}
                now={now}
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** When, what, and the bell. */
const itemColumns = { gridTemplateColumns: '46px minmax(0, 1fr) auto' };

interface ItemProps {
  item: CalendarItem;
  info: MarketInfo;
  names: boolean;
  now: number;
}

function Item({ item, info, names, now }: ItemProps) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const isLogin = useSession((session) => session.isLogin);
  const { importance, currency, id } = item;
  const name = useName(item, info, format);
  const isOver = Date.parse(item.at) < now;
  return (
    <li style={itemColumns} className={cx('grid gap-x-s3 py-s2 ps-s2', isOver && 'text-muted')}>
      <span className="numbers">{format.time(item.at)}</span>
      <span className="flex min-w-0 flex-col gap-[2px]">
        <span className="flex flex-wrap items-center gap-x-[8px]">
          {currency === null ? null : (
            <bdi dir="ltr" className="text-[12px] font-semibold text-muted">
              {currency}
            </bdi>
          )}
          <bdi className="font-medium">{name}</bdi>
          {importance === null ? null : <Importance value={importance} />}
        </span>
        <Figures item={item} />
        {names ? <Concerned codes={item.codes} /> : null}
        {item.source === null ? null : (
          <bdi className="text-[12px] text-muted">{t('calendar.source', { source: item.source })}</bdi>
        )}
      </span>
      {id === null || isOver || !isLogin ? null : (
        <Suspense fallback={<span className="size-control-small" />}>
          <ReminderButton item={{ ...item, id }} name={name} now={now} />
        </Suspense>
      )}
    </li>
  );
}

/** Those instruments that it is about, of the ones that the customer holds or watches. */
function Concerned({ codes }: { codes: readonly string[] }) {
  const more = codes.length - namedMax;
  return (
    <span dir="ltr" className="flex flex-wrap gap-[4px] rtl:justify-end">
      {codes.slice(0, namedMax).map((code) => (
        <Badge key={code}>{code}</Badge>
      ))}
      {more > 0 ? <Badge>{`+${more}`}</Badge> : null}
    </span>
  );
}

const isHoliday = (name: string): name is HolidayName => (holidayNames as readonly string[]).includes(name);

function useName({ kind, title, terms }: CalendarItem, info: MarketInfo, format: Format): string {
  const { t } = useTranslation('about');
  switch (kind) {
    case 'closed':
    case 'earlyClose':
      return t(`calendar.rest.${kind}`, { name: t(`holiday.${isHoliday(title) ? title : 'other'}`) });
    case 'dividend':
      // Shares and funds are all priced in dollars here.
      return t('actions.dividend', {
        amount: `${format.price(terms?.perUnit)} ${info.assetClass === 'stock' ? info.quote : 'USD'}`,
      });
    case 'split':
    case 'reverseSplit':
      return t(`actions.${kind}`, { to: terms?.toUnits, from: terms?.fromUnits });
    case 'other':
      return title === '' ? t('calendar.kind.other') : title;
    default:
      return title === '' ? t(`calendar.kind.${kind}`) : `${t(`calendar.kind.${kind}`)} · ${title}`;
  }
}

/** Three bars, as many of them full as it matters; and in words. */
function Importance({ value }: { value: number }) {
  const { t } = useTranslation('about');
  const name = value === 3 ? 'high' : value === 2 ? 'middle' : 'low';
  return (
    <span
      role="img"
      aria-label={t(`calendar.importance.${name}`)}
      title={t(`calendar.importance.${name}`)}
      className="flex items-end gap-[2px]"
    >
      {[1, 2, 3].map((bar) => (
        <span
          key={bar}
          className={cx('w-[3px] rounded-small', bar <= value ? (value === 3 ? 'bg-warn' : 'bg-line-strong') : 'bg-surface-3')}
          style={{ height: `${4 + bar * 2}px` }}
        />
      ))}
    </span>
  );
}

function Figures({ item }: { item: CalendarItem }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const figures = (['actual', 'forecast', 'previous'] as const).filter((name) => item[name] !== '');
  if (figures.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-s4 text-[12px]">
      {figures.map((name) => (
        <div key={name} className="flex gap-[4px]">
          <dt className="text-muted">{t(`calendar.figure.${name}`)}</dt>
          <dd className={cx('numbers', name === 'actual' && 'font-semibold')}>
            <bdi dir="ltr">{sourceFigure(format, item[name])}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
