import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { type Zone, zoneOf } from '@assay/domain/market/calendar/zones.ts';
import { isOpen } from '@assay/domain/market/hours.ts';
import { type SpecialDay, type TradingDay, specialDays, tradingDays } from '@assay/domain/market/sessions.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Countdown } from '../../../shared/feed/countdown.tsx';
import { useServerTime } from '../../../shared/feed/feed.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { zoneHere } from '../../../shared/words/zone-here.ts';
import { cx } from '../../../ui/cx.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { noonOf } from './layout.ts';
import { Line, Lines, Section } from './section.tsx';

const weekDays = 7;
const specialMax = 5;
const minuteMs = 60_000;
const dayMs = 86_400_000;

type Clock = 'yours' | 'exchange';

/** The next seven days of a market as clocks show them, here or at the exchange, and what is out of the ordinary after them. */
export function HoursSection({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('about');
  const [clock, setClock] = useState<Clock>('yours');
  const exchange = useMemo(() => zoneOf(info.hours.timeZone), [info.hours.timeZone]);
  const own = useMemo(() => zoneOf(zoneHere()), []);
  // Before the first quote brings the server's time, this device's is good enough for a minute.
  const now = useServerTime((time) => Math.floor((time ?? Date.now()) / minuteMs) * minuteMs);
  if (info.hours.id === 'always') {
    return (
      <Section title={t('hours.title')}>
        <p className="py-[7px]">{t('hours.always')}</p>
      </Section>
    );
  }
  const zone = clock === 'yours' ? own : exchange;
  const clocks = (['yours', 'exchange'] as const).map((value) => ({ value, label: t(`hours.${value}`) }));
  return (
    <Section
      title={t('hours.title')}
      side={
        own.id === exchange.id ? null : (
          <Segmented<Clock> compact label={t('hours.zone')} value={clock} onChange={setClock} options={clocks} />
        )
      }
      note={<bdi dir="ltr">{zone.id}</bdi>}
    >
      <NextChange info={info} now={now} />
      <Week info={info} zone={zone} now={now} />
      <Special info={info} first={exchange.dateAt(now)} zone={zone} />
    </Section>
  );
}

function NextChange({ info, now }: { info: MarketInfo; now: number }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const { id, opensAt, closesAt } = info.hours;
  const open = isOpen(id, now);
  const until = open ? closesAt : opensAt;
  if (until === null) return null;
  return (
    <Lines>
      <Line name={t(open ? 'hours.closesIn' : 'hours.opensIn')} hint={format.dateTime(until)}>
        <span className={open ? undefined : 'text-warn'}>
          <Countdown until={until} over="00:00" />
        </span>
      </Line>
      {open && opensAt !== null ? <Line name={t('hours.next')}>{format.dateTime(opensAt)}</Line> : null}
    </Lines>
  );
}

function Week({ info, zone, now }: { info: MarketInfo; zone: Zone; now: number }) {
  const today = zone.dateAt(now);
  const days = useMemo(() => tradingDays(info.hours.id, zone, today, weekDays), [info.hours.id, zone, today]);
  return (
    <ul className="flex flex-col pt-s1">
      {days.map((day, index) => (
        <Day key={day.date} day={day} minute={index === 0 ? zone.minutesAt(now) : undefined} />
      ))}
    </ul>
  );
}

const isoOf = (date: number) => new Date(date * dayMs).toISOString();
const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const place = (minutes: number) => `${((minutes / 1440) * 100).toFixed(2)}%`;

/** Which day, its bar, its times. */
const dayColumns = { gridTemplateColumns: 'minmax(76px, auto) minmax(48px, 1fr) minmax(92px, auto)' };

/** A day as a bar from midnight to midnight, and in words; `minute` is the current time of today. */
function Day({ day: { date, stretches }, minute }: { day: TradingDay; minute: number | undefined }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const iso = isoOf(date);
  const whole = stretches.length === 1 && stretches[0]?.from === 0 && stretches[0].until === 1440;
  const times = whole
    ? t('hours.wholeDay')
    : stretches.map(({ from, until }) => `${clockOf(from)}–${clockOf(until)}`).join('\n');
  const current = minute !== undefined;
  return (
    <li
      aria-current={current ? 'date' : undefined}
      style={dayColumns}
      className={cx('grid items-center gap-[12px] rounded-small px-s2 py-s2 -mx-s2', current && 'bg-surface-2 font-medium')}
    >
      <span className="flex flex-col leading-tight">
        <span>{current ? t('hours.today') : format.weekday(iso)}</span>
        <span className="text-[12px] font-normal text-muted">{format.date(noonOf(iso.slice(0, 10)))}</span>
      </span>
      <span aria-hidden dir="ltr" className="relative h-[8px] overflow-hidden rounded-small bg-surface-3">
        {stretches.map(({ from, until }) => (
          <span
            key={from}
            className="absolute inset-y-0 bg-accent-fill"
            style={{ left: place(from), width: place(until - from) }}
          />
        ))}
        {minute === undefined ? null : <span className="absolute inset-y-0 w-[3px] bg-text" style={{ left: place(minute) }} />}
      </span>
      <span className={cx('numbers  text-end whitespace-pre-line', stretches.length === 0 && 'text-muted')}>
        {stretches.length === 0 ? t('hours.rests') : <bdi dir={whole ? undefined : 'ltr'}>{times}</bdi>}
      </span>
    </li>
  );
}

/** By the exchange's calendar, whose days these are. */
function Special({ info, first, zone }: { info: MarketInfo; first: number; zone: Zone }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const days = useMemo(() => specialDays(info.hours.id, first, specialMax), [info.hours.id, first]);
  if (days.length === 0) return null;
  const told = ({ closesAt }: SpecialDay) =>
    closesAt === undefined ? t('hours.closed') : t('hours.early', { time: clockOf(zone.minutesAt(closesAt)) });
  return (
    <>
      <h3 className="pt-s3 text-[12px] font-semibold text-muted">{t('hours.special')}</h3>
      <Lines>
        {days.map((day) => (
          <Line key={day.date} name={t(`holiday.${day.name ?? 'other'}`)} hint={format.dayOfYear(isoOf(day.date))}>
            <span className="font-normal">{told(day)}</span>
          </Line>
        ))}
      </Lines>
    </>
  );
}
