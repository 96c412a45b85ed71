import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import { type HolidayName, holidayNames } from '@assay/domain/market/calendar/holidays.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerTime } from '../../../shared/feed/feed.ts';
import { type Format, useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { useCalendar } from './calendar.ts';

type Shown = 'all' | 'high';
const minuteMs = 60_000;

/** What comes, and what was last week, by days: events of the economies that move it, what its company does, days of rest. */
export function CalendarList({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('about');
  const [shown, setShown] = useState<Shown>('all');
  const { data, isError, error, refetch } = useCalendar(info.code);
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
      {items !== undefined ? (
        <Days items={items} info={info} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} />
      )}
      <p className="pt-s2 text-[12px] leading-[1.45] text-muted">{t('calendar.note')}</p>
    </section>
  );
}

function Days({ items, info }: { items: readonly CalendarItem[]; info: MarketInfo }) {
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
                key={`${item.at} ${item.kind} ${item.currency} ${item.title}`}
                item={item}
                info={info}
                isOver={Date.parse(item.at) < now}
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** When, and what. */
const itemColumns = { gridTemplateColumns: '46px minmax(0, 1fr)' };

function Item({ item, info, isOver }: { item: CalendarItem; info: MarketInfo; isOver: boolean }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const { importance, currency } = item;
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
          <span className="font-medium">{useName(item, info, format)}</span>
          {importance === null ? null : <Importance value={importance} />}
        </span>
        <Figures item={item} />
        {item.source === null ? null : (
          <span className="text-[12px] text-muted">{t('calendar.source', { source: item.source })}</span>
        )}
      </span>
    </li>
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
      return t('actions.dividend', { amount: `${format.price(terms?.perUnit)} ${info.quote}` });
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
  const figures = (['actual', 'forecast', 'previous'] as const).filter((name) => item[name] !== '');
  if (figures.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-s4 text-[12px]">
      {figures.map((name) => (
        <div key={name} className="flex gap-[4px]">
          <dt className="text-muted">{t(`calendar.figure.${name}`)}</dt>
          <dd className={cx('numbers', name === 'actual' && 'font-semibold')}>
            <bdi dir="ltr">{item[name]}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
