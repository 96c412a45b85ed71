import { type Amount, formatAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTotals } from '../../shared/trading/account.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Money } from '../../shared/words/money.tsx';
import { type Slice, slicesOf } from './owned.ts';
import type { CoinBalance } from './use-balances.ts';

/** Colours that mean neither gain nor loss, in the order in which parts take them. */
const colours = ['var(--accent-fill)', 'var(--blue)', 'var(--violet)', 'var(--orange)', 'var(--line-strong)', 'var(--accent)'];
const colourAt = (place: number) => colours[place % colours.length] ?? 'var(--line-strong)';

const radius = 40;
const around = 2 * Math.PI * radius;
const owedRadius = 49;
/** Between two parts; less where a part is hardly longer. */
const gap = 1.6;

/** What is owned, as a ring and in words; what is owed of it lies around as a thin one. */
export function Allocation({ balances }: { balances: readonly CoinBalance[] }) {
  const { t } = useTranslation('balance');
  const { data: totals } = useTotals();
  const slices = useMemo(() => slicesOf(balances, totals?.products ?? []), [balances, totals]);
  const whole = sum(...slices.map(({ value }) => value));
  const owed = totals?.loans ?? '0';
  if (slices.length === 0) return null;
  return (
    <section
      aria-label={t('owned.title')}
      className="flex items-center gap-s6 mobile:w-full mobile:flex-col mobile:items-stretch mobile:gap-s5 mobile:border-t mobile:border-line mobile:pt-s5"
    >
      <Ring slices={slices} whole={whole} owed={Number(owed)} />
      <ul className="flex min-w-[max(2.6rem,210px)] flex-1 flex-col gap-s2 text-caption">
        {slices.map((slice, place) => (
          <Row key={keyOf(slice)} slice={slice} share={shareOf(slice.value, whole)} colour={colourAt(place)} />
        ))}
        {Number(owed) === 0 ? null : (
          <li className="flex items-center gap-s3 border-t border-line pt-s2 text-muted">
            <span aria-hidden className="size-[0.7em] rounded-large border-2 border-warn" />
            <span className="flex-1">{t('owned.owed')}</span>
            <Money value={`-${owed}`} unit="none" />
          </li>
        )}
      </ul>
    </section>
  );
}

function Row({ slice, share, colour }: { slice: Slice; share: number; colour: string }) {
  const { t } = useTranslation('balance');
  const format = useFormat();
  return (
    <li className="flex items-center gap-s3">
      <span aria-hidden className="size-[0.7em] shrink-0 rounded-[2px]" style={{ background: colour }} />
      <span className="min-w-0 flex-1">{slice.kind === 'coin' ? <bdi>{slice.coin}</bdi> : t(`owned.${slice.kind}`)}</span>
      <Money value={formatAmount(slice.value, usdt)} unit="none" />
      <bdi dir="ltr" className="numbers min-w-[3.6em] text-end text-muted">
        {format.rate((share / 100).toFixed(3))}
      </bdi>
    </li>
  );
}

function Ring({ slices, whole, owed }: { slices: readonly Slice[]; whole: Amount; owed: number }) {
  const arcs = arcsOf(slices, whole);
  const owedShare = Math.min(1, owed / (Number(whole) / 10 ** usdt.scale));
  // The list beside it says the same in words.
  return (
    <svg
      aria-hidden
      viewBox="0 0 104 104"
      className="size-[max(2rem,150px)] shrink-0 -rotate-90 mobile:size-[3rem] mobile:self-center rtl:-scale-y-100"
    >
      <circle cx="52" cy="52" r={radius} fill="none" stroke="var(--surface-3)" strokeWidth="11" />
      {arcs.map(({ key, from: start, length, colour }) => {
        const space = arcs.length === 1 ? 0 : Math.min(gap, length / 3);
        return (
          <circle
            key={key}
            cx="52"
            cy="52"
            r={radius}
            fill="none"
            stroke={colour}
            strokeWidth="11"
            strokeDasharray={`${length - space} ${around}`}
            strokeDashoffset={-start}
          />
        );
      })}
      {owedShare === 0 ? null : (
        <circle
          cx="52"
          cy="52"
          r={owedRadius}
          fill="none"
          stroke="var(--warn)"
          strokeWidth="2"
          strokeDasharray={`${owedShare * 2 * Math.PI * owedRadius} 400`}
        />
      )}
    </svg>
  );
}

function arcsOf(slices: readonly Slice[], whole: Amount) {
  let from = 0;
  return slices.map((slice, place) => {
    const length = (shareOf(slice.value, whole) / 100) * around;
    const arc = { key: keyOf(slice), from, length, colour: colourAt(place) };
    from += length;
    return arc;
  });
}

const keyOf = (slice: Slice): string => (slice.kind === 'coin' ? `coin ${slice.coin}` : slice.kind);
const shareOf = (value: Amount, whole: Amount): number => (Number(value) / Number(whole)) * 100;
