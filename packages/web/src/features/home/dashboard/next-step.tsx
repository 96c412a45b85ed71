import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useAccountKey } from '../../../shared/trading/account.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { progressOf, steps } from './steps.ts';

/** The first steps of a customer, as a ring that fills; once all are done nothing is shown here. */
export function NextStep() {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { data: done, isPending } = useQuery({
    queryKey: [...useAccountKey(), 'steps'],
    queryFn: ({ signal }) => call(calls.user.firstSteps, {}, { signal }),
    refetchInterval: (query) => (query.state.data !== undefined && progressOf(query.state.data).next === null ? false : 30_000),
  });
  // Most have a step left: the content below keeps its place.
  if (done === undefined)
    return isPending ? <Skeleton className="h-[max(2.5rem,185px)] rounded-large mobile:h-[212px]" /> : null;
  const { count, next } = progressOf(done);
  if (next === null) return null;
  return (
    <Panel className="overflow-hidden">
      <Link to={next.to} className="group flex items-center gap-s5 p-s5 transition-quick hover:bg-surface-2">
        <Ring count={count} of={steps.length} />
        <span className="flex min-w-0 flex-1 flex-col gap-s1">
          <span className="text-caption text-muted">{t('steps.next')}</span>
          <span className="text-emphasis font-semibold">{t(`steps.${next.name}`)}</span>
          <span className="text-caption text-muted">{t(`steps.${next.name}Text`)}</span>
        </span>
        <ArrowRight aria-hidden className="size-icon shrink-0 text-accent rtl:-scale-x-100" />
      </Link>
      <ul
        aria-label={t('steps.progress', { done: format.integer(count), all: format.integer(steps.length) })}
        className="grid grid-cols-2 gap-x-s4 border-t border-line px-s5 py-s3 text-caption"
      >
        {steps.map(({ name, to }) => (
          <li key={name}>
            <Link
              to={to}
              className={cx('flex min-h-[28px] items-center gap-s2 rounded-small hover:text-text', done[name] && 'text-muted')}
            >
              <span
                className={cx(
                  'grid size-[16px] shrink-0 place-items-center rounded-[50%] border [&>svg]:size-[11px]',
                  done[name] ? 'border-transparent bg-accent-fill text-on-accent' : 'border-line-strong',
                )}
              >
                {done[name] ? <Check aria-hidden strokeWidth={3.5} /> : null}
              </span>
              <span className="min-w-0 leading-tight">{t(`steps.${name}Short`)}</span>
              {done[name] ? <span className="sr-only">{t('steps.done')}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const radius = 26;
const around = 2 * Math.PI * radius;

function Ring({ count, of }: { count: number; of: number }) {
  const format = useFormat();
  return (
    <span aria-hidden className="relative grid size-[64px] shrink-0 place-items-center">
      <svg
        viewBox="0 0 64 64"
        className="absolute inset-0 size-full -rotate-90"
        fill="none"
        strokeWidth={6}
        strokeLinecap="round"
      >
        <circle cx="32" cy="32" r={radius} stroke="var(--surface-3)" />
        {count === 0 ? null : (
          <circle
            cx="32"
            cy="32"
            r={radius}
            stroke="var(--accent-fill)"
            strokeDasharray={`${(around * count) / of} ${around}`}
            className="transition-quick"
          />
        )}
      </svg>
      <bdi dir="ltr" className="numbers font-semibold">
        {format.integer(count)}/{format.integer(of)}
      </bdi>
    </span>
  );
}
