import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowUpFromLine, RotateCcw } from 'lucide-react';
import { type PointerEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useAccountKey } from '../../shared/trading/account.ts';
import { gainTone } from '../../shared/trading/tones.ts';
import { useFormat } from '../../shared/words/format.ts';
import { cx } from '../../ui/cx.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { type Course, type CourseFlow, type PlacedPoint, courseOf, nearestPoint, pathsOf } from './course.ts';

type Range = NonNullable<InputOf<(typeof order)['equityCourse']>['range']>;
type Shown = Extract<Range, 'day' | 'week' | 'month' | 'all'>;

const courseAgeMs = 60_000;
const box = { width: 1000, height: 200 };
const chartHeight = 'h-[max(1.8rem,140px)] mobile:h-[2.8rem]';

/** What the account was worth over time. With `hidden` only the shape is shown. */
export function EquityChart({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const [range, setRange] = useState<Shown>('month');
  const { data, error, isError, refetch } = useQuery({
    queryKey: [...useAccountKey(), 'course', range],
    queryFn: ({ signal }) => call(calls.order.equityCourse, { range }, { signal }),
    staleTime: courseAgeMs,
    refetchInterval: courseAgeMs,
  });
  const flows = useFlows(data?.[0]?.time);
  const course = useMemo(() => (data === undefined ? null : courseOf(data, flows)), [data, flows]);
  return (
    <section aria-label={t('course.title')} className="flex flex-col gap-s3">
      <header className="flex flex-wrap items-center justify-between gap-x-s4 gap-y-s2">
        <p className="flex flex-wrap items-baseline gap-x-s3 text-caption">
          <span className="text-muted">{t('course.title')}</span>
          {course === null || hidden ? null : <Change course={course} />}
        </p>
        <Segmented<Shown>
          compact
          label={t('course.range')}
          value={range}
          onChange={setRange}
          options={[
            { value: 'day', label: format.span(24, 'hour') },
            { value: 'week', label: format.span(7, 'day') },
            { value: 'month', label: format.span(30, 'day') },
            { value: 'all', label: t('course.all') },
          ]}
          className="border border-line"
        />
      </header>
      {data === undefined ? (
        isError ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className={chartHeight} />
        )
      ) : course === null ? (
        <p
          className={cx(
            'grid place-items-center rounded-middle border border-dashed border-line px-s5 text-center text-balance text-muted',
            chartHeight,
          )}
        >
          {t('course.none')}
        </p>
      ) : (
        <Chart course={course} hidden={hidden} />
      )}
    </section>
  );
}

/** From the first moment that is shown on; nothing while that is not known. */
function useFlows(since: number | undefined): readonly CourseFlow[] | undefined {
  const from = since === undefined ? '' : new Date(since).toISOString();
  return useQuery({
    queryKey: [...useAccountKey(), 'course', 'flows', from],
    queryFn: ({ signal }) => call(calls.order.equityFlows, { from }, { signal }),
    enabled: since !== undefined,
    staleTime: courseAgeMs,
  }).data;
}

/** What was won or lost, and apart from it what came in or left. */
function Change({ course: { gain, gainPercent, moved, flows } }: { course: Course }) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const amount = gain.toFixed(2);
  return (
    <>
      <bdi dir="ltr" className={cx('numbers font-semibold', gainTone(amount))}>
        {format.result(amount)} USDT
        {gainPercent === null ? null : ` (${format.change(gainPercent.toFixed(2))})`}
      </bdi>
      {flows.length === 0 ? null : (
        <span className="text-muted">
          <bdi>{t('flow.moved', { amount: format.result(moved.toFixed(2)) })}</bdi>
        </span>
      )}
    </>
  );
}

/** The area under the line; the pointer reads a single moment. Time runs from left to right in every language. */
function Chart({ course, hidden }: { course: Course; hidden: boolean }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const [read, setRead] = useState<PlacedPoint | null>(null);
  const { line, area } = useMemo(() => pathsOf(course, box.width, box.height), [course]);
  const [first] = course.points;
  const last = course.points.at(-1);
  const money = (value: number) => format.amount(value.toFixed(2));
  const look = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setRead(nearestPoint(course, (event.clientX - left) / width) ?? null);
  };
  const summary = hidden
    ? t('course.title')
    : t('course.summary', { from: format.date(first?.time), low: money(course.low), high: money(course.high) });
  return (
    <div dir="ltr" className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-s3 gap-y-s1">
      <div
        role="img"
        aria-label={summary}
        className={cx('relative touch-pan-y', chartHeight)}
        onPointerMove={look}
        onPointerLeave={() => setRead(null)}
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${box.width} ${box.height}`}
          preserveAspectRatio="none"
          className="size-full overflow-visible text-accent"
        >
          <linearGradient id="equity-fill" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.28" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
          <path d={area} fill="url(#equity-fill)" />
          <path
            d={line}
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {course.flows.map(({ time, kind, value, x }, place) => (
          <Mark key={`${time} ${place}`} kind={kind} x={x} amount={hidden ? null : value} />
        ))}
        {read === null ? null : <Reading point={read} text={hidden ? null : money(read.equity)} />}
      </div>
      {hidden ? null : (
        <div className="numbers flex flex-col justify-between text-end text-caption leading-none text-muted">
          <bdi>{money(course.top)}</bdi>
          {course.top === course.bottom ? null : <bdi>{money(course.bottom)}</bdi>}
        </div>
      )}
      <div className="col-start-1 flex justify-between gap-s4 text-caption text-muted">
        <bdi>{format.dateTime(first?.time)}</bdi>
        <bdi>{format.dateTime(last?.time)}</bdi>
      </div>
    </div>
  );
}

/** Where money came in or left: the step in the line beside it is no gain and no loss. */
function Mark({ kind, x, amount }: { kind: CourseFlow['kind']; x: number; amount: number | null }) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const text = amount === null ? t(`flow.${kind}`) : `${t(`flow.${kind}`)} ${format.result(amount.toFixed(2))} USDT`;
  const Icon = kind === 'deposit' ? ArrowDownToLine : kind === 'withdrawal' ? ArrowUpFromLine : RotateCcw;
  return (
    <span title={text} className="absolute inset-y-0 -translate-x-1/2" style={{ left: `${x * 100}%` }}>
      <span className="mx-auto block h-full w-px border-s border-dashed border-line-strong" />
      <span className="absolute bottom-0 left-1/2 grid size-[18px] -translate-x-1/2 place-items-center rounded-large border border-line-strong bg-surface-2 text-muted">
        <Icon aria-hidden className="size-[11px]" />
      </span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** One moment under the pointer. */
function Reading({ point: { x, y, time }, text }: { point: PlacedPoint; text: string | null }) {
  const format = useFormat();
  // Beyond the middle the words are before the line, so that they never leave the chart.
  const before = x > 0.5;
  return (
    <span className="pointer-events-none">
      <span className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${x * 100}%` }} />
      <span
        className="absolute size-[9px] -translate-1/2 rounded-large border-2 border-surface-1 bg-accent-fill"
        style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      />
      <span
        className={cx(
          'absolute top-0 flex flex-col rounded-small border border-line bg-surface-2 px-s3 py-s2 text-caption shadow-raised',
          before ? '-translate-x-[calc(100%+8px)]' : 'translate-x-[8px]',
        )}
        style={{ left: `${x * 100}%` }}
      >
        <bdi className="whitespace-nowrap text-muted">{format.dateTime(time)}</bdi>
        {text === null ? null : <bdi className="numbers font-semibold whitespace-nowrap">{`${text} USDT`}</bdi>}
      </span>
    </span>
  );
}
