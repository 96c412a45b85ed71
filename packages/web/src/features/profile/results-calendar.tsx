import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { followed } from '@assay/contract/sentences.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useServerTime } from '../../shared/feed/feed.ts';
import { useAccountKey } from '../../shared/trading/account.ts';
import { gainTone } from '../../shared/trading/tones.ts';
import { dayAt } from '../../shared/words/days.ts';
import { useFormat } from '../../shared/words/format.ts';
import { zoneHere } from '../../shared/words/zone-here.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { DayResults } from './day-results.tsx';
import { monthBy, strengthOf, weeksOf } from './month.ts';

type Day = ResultOf<(typeof order)['resultDays']>[number];

const ageMs = 60_000;

/** A month's results day by day; a day that is tapped shows what ended on it. */
export function ResultsCalendar({ hidden }: { hidden: boolean }) {
  // With the words of what a day's rows show: results that arrive wait for none.
  const { t } = useTranslation(['results', 'costs', 'orders']);
  const format = useFormat();
  const [opened] = useState(() => Date.now());
  const newest = useServerTime((now) => dayAt(now ?? opened).slice(0, 7));
  const [asked, setAsked] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const month = asked ?? newest;
  const { data: days = [] } = useDays(month);
  if (hidden) return null;
  const go = (by: number) => {
    setAsked(monthBy(month, by));
    setChosen(null);
  };
  const net = days.reduce((sum, day) => sum + Number(day.net), 0).toFixed(2);
  return (
    <Panel
      title={t('calendar.title')}
      action={
        <span className="flex items-center gap-s2">
          <IconButton label={t('calendar.previous')} onClick={() => go(-1)}>
            <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
          <span aria-live="polite" className="min-w-[7em] text-center font-medium">
            {format.month(`${month}-15T12:00:00Z`)}
          </span>
          <IconButton label={t('calendar.next')} disabled={month >= newest} onClick={() => go(1)}>
            <ChevronRight aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
        </span>
      }
      className="pb-s4 mobile:-mx-side mobile:rounded-none mobile:border-x-0"
    >
      <p className="flex flex-wrap justify-between gap-s3 px-s5 pt-s1 pb-s3 text-caption text-muted">
        <span>{t('calendar.text')}</span>
        <span>
          {followed(t('calendar.month'))}
          <bdi dir="ltr" className={cx('numbers font-semibold', gainTone(net))}>
            {format.result(net)} USDT
          </bdi>
        </span>
      </p>
      <MonthGrid month={month} days={days} chosen={chosen} onChoose={(day) => setChosen(day === chosen ? null : day)} />
      {chosen === null ? null : <DayResults key={chosen} day={chosen} />}
    </Panel>
  );
}

function useDays(month: string) {
  const zone = zoneHere();
  return useQuery({
    queryKey: [...useAccountKey(), 'results', 'days', month, zone],
    queryFn: ({ signal }) => call(calls.order.resultDays, { month, zone }, { signal }),
    staleTime: ageMs,
  });
}

interface MonthGridProps {
  month: string;
  days: readonly Day[];
  chosen: string | null;
  onChoose(day: string): void;
}

function MonthGrid({ month, days, chosen, onChoose }: MonthGridProps) {
  const format = useFormat();
  const nets = days.map(({ net }) => net);
  const weeks = weeksOf(month);
  // Any week gives the names of its days: this one begins on a Monday.
  const names = Array.from({ length: 7 }, (_, day) => format.weekday(`2029-01-0${day + 1}T12:00:00Z`));
  return (
    <div className="grid grid-cols-7 gap-s1 px-s5 mobile:px-side">
      {names.map((name) => (
        <span key={name} aria-hidden className="text-center text-caption text-muted">
          {name}
        </span>
      ))}
      {weeks.flat().map((day, place) => {
        const result = days.find((each) => each.day === day);
        return day === null ? (
          <span key={place} />
        ) : (
          <DayCell
            key={day}
            day={day}
            result={result}
            strength={result === undefined ? 0 : strengthOf(result.net, nets)}
            isChosen={day === chosen}
            onChoose={onChoose}
          />
        );
      })}
    </div>
  );
}

interface DayCellProps {
  day: string;
  result: Day | undefined;
  strength: number;
  isChosen: boolean;
  onChoose(day: string): void;
}

/** The stronger the tint, the larger the result beside the month's largest; its sign and figure are shown too. */
function DayCell({ day, result, strength, isChosen, onChoose }: DayCellProps) {
  const format = useFormat();
  const number = String(Number(day.slice(8)));
  const box = 'flex min-h-[56px] flex-col rounded-small border p-s2 text-start leading-tight mobile:min-h-[46px] mobile:p-s1';
  if (result === undefined) {
    return <span className={cx(box, 'border-line text-caption text-muted')}>{number}</span>;
  }
  const won = Number(result.net) > 0;
  const tint = `color-mix(in srgb, var(--${won ? 'gain' : 'loss'}) ${Number(result.net) === 0 ? 0 : Math.round(10 + 28 * strength)}%, transparent)`;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(day)}
      style={{ background: tint }}
      className={cx(
        box,
        'cursor-pointer transition-quick hover:border-line-strong',
        isChosen ? 'border-accent' : 'border-line',
      )}
    >
      {/* On a tint of its own colour neither could be read; the sign says it too. */}
      <span className="text-caption">{number}</span>
      <bdi dir="ltr" className="numbers mt-auto truncate text-caption font-semibold mobile:text-[11px] mobile:tracking-tight">
        {format.shortResult(result.net)}
      </bdi>
      <span className="sr-only">{`${format.date(`${day}T12:00:00Z`)}: ${format.result(result.net)} USDT`}</span>
    </button>
  );
}
