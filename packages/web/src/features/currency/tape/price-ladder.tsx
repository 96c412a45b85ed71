import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuote } from '../../../shared/feed/feed.ts';
import { usePreferences } from '../../../shared/preferences.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Menu } from '../../../ui/menu.tsx';
import type { LineKind, TradeLine } from '../chart/trade-lines.ts';
import { useTicketWishes } from '../ticket/ticket-wishes.ts';
import { useTradeLines } from '../use-trade-lines.ts';
import { type Ladder, ladderOf, stepsOf } from './ladder.ts';

const rowPx = 24;
/** Rows that are no rungs: both quotes, what lies between them, and what lies beyond either end. */
const fixedRows = 5;
const rungsMin = 2;
const rungsMax = 10;

/** Prices around bid and ask with the person's orders on their rungs. A press makes a price the ticket's limit. */
export function PriceLadder({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('terminal');
  const format = useFormat();
  const { priceScale: scale } = info;
  const live = useQuote(info.code);
  const chosen = usePreferences(({ ladderStep }) => ladderStep);
  const lines = useTradeLines(info);
  const place = useRef<HTMLDivElement>(null);
  const rungs = useRungs(place);
  const ticks = (price: string) => Math.round(Number(price) * 10 ** scale);
  const [bid, ask] = [ticks(live?.bid ?? info.bid), ticks(live?.ask ?? info.ask)];
  const steps = stepsOf(ask - bid);
  const step = steps[chosen] ?? 1;
  const text = (price: number) => format.price((price / 10 ** scale).toFixed(scale), scale);
  const ladder = ladderOf({ bid, ask, step, rungs, scale }, lines);
  return (
    <div ref={place} className="flex flex-col overflow-hidden">
      <header className="flex h-[32px] shrink-0 items-center justify-between ps-[12px] pe-[6px] text-muted">
        <h2 className="font-medium">{t('ladder.title')}</h2>
        <StepMenu steps={steps.map(text).join(stepsApart)} step={text(step)} />
      </header>
      {bid > 0 ? <Rows ladder={ladder} bid={bid} ask={ask} scale={scale} text={text} /> : null}
    </div>
  );
}

const stepsApart = '\n';

/** It is not redrawn while the price moves: its steps follow the spread, in one text. */
const StepMenu = memo(function StepMenu({ steps, step }: { steps: string; step: string }) {
  const { t } = useTranslation('terminal');
  const set = usePreferences((preferences) => preferences.set);
  return (
    <Menu
      label={t('ladder.step')}
      trigger={
        <button
          type="button"
          aria-label={`${t('ladder.step')}: ${step}`}
          className="numbers inline-flex min-h-[24px] items-center gap-[4px] rounded-small px-[6px] hover:bg-surface-2 hover:text-text"
        >
          <bdi dir="ltr">{step}</bdi>
          <ChevronDown aria-hidden className="size-[12px]" />
        </button>
      }
      items={steps.split(stepsApart).map((label, index) => ({
        key: String(index),
        label: <bdi dir="ltr">{label}</bdi>,
        chosen: label === step,
        onSelect: () => set({ ladderStep: index }),
      }))}
    />
  );
});

/** How many rungs fit on either side. */
function useRungs(place: { readonly current: HTMLElement | null }): number {
  const [rungs, setRungs] = useState(rungsMin);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = () => {
      const rows = Math.floor((element.clientHeight - 32) / rowPx) - fixedRows;
      setRungs(Math.min(rungsMax, Math.max(rungsMin, Math.floor(rows / 2))));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return rungs;
}

interface RowsProps {
  ladder: Ladder;
  /** In ticks. */
  bid: number;
  ask: number;
  scale: number;
  text(ticks: number): string;
}

const rowLook =
  'flex h-[24px] w-full shrink-0 items-center justify-between gap-[8px] px-[12px] transition-quick focus-visible:-outline-offset-2';

/** One stop of the Tab key: arrows lead from price to price. Plain elements, since each quote writes all of them. */
function Rows({ ladder, bid, ask, scale, text }: RowsProps) {
  const { t } = useTranslation('terminal');
  const words = useTranslation('currency').t;
  const format = useFormat();
  const wish = useTicketWishes((wishes) => wishes.wish);
  const spread = ask - bid;
  const row = (price: number, marks: readonly TradeLine[], extra?: { name: string; look: string; stop?: boolean }) => (
    <button
      key={`${extra?.name ?? ''}${price}`}
      type="button"
      tabIndex={extra?.stop === true ? 0 : -1}
      onClick={() => wish({ price: (price / 10 ** scale).toFixed(scale) })}
      className={cx(rowLook, extra === undefined ? 'text-muted hover:bg-surface-2 hover:text-text' : extra.look)}
    >
      <span className="flex min-w-0 items-center gap-[4px] overflow-hidden">
        {extra === undefined ? null : <span className="shrink-0">{extra.name}</span>}
        {marksOf(marks)}
      </span>
      <bdi dir="ltr" className="numbers shrink-0">
        {text(price)}
      </bdi>
    </button>
  );
  return (
    <div
      role="group"
      aria-label={t('ladder.group')}
      onKeyDown={moveFocus}
      className="flex min-h-0 flex-1 flex-col justify-center overflow-hidden"
    >
      {beyond(ladder.higher, '▲')}
      {ladder.above.map((rung) => row(rung.price, rung.marks)).toReversed()}
      {row(ask, [], { name: words('header.ask'), look: 'bg-loss-soft font-semibold text-loss', stop: true })}
      <div className={cx(rowLook, 'text-muted')}>
        <span className="flex min-w-0 items-center gap-[4px] overflow-hidden">
          <span className="shrink-0">{words('receipt.spread')}</span>
          {marksOf(ladder.between)}
        </span>
        <span className="numbers shrink-0">
          <bdi dir="ltr">
            {text(spread)} · {format.rate((spread / ask).toFixed(6))}
          </bdi>
        </span>
      </div>
      {row(bid, [], { name: words('header.bid'), look: 'bg-gain-soft font-semibold text-gain' })}
      {ladder.below.map((rung) => row(rung.price, rung.marks))}
      {beyond(ladder.lower, '▼')}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const from = buttons.findIndex((button) => button === document.activeElement);
  buttons[from + step]?.focus();
  event.preventDefault();
}

const tones: Record<LineKind, string> = {
  entry: 'bg-info-soft text-info',
  limit: 'bg-accent-soft text-accent',
  trigger: 'bg-warn-soft text-warn',
  strike: 'bg-accent-soft text-accent',
  stopLoss: 'bg-loss-soft text-loss',
  takeProfit: 'bg-gain-soft text-gain',
  target: 'bg-gain-soft text-gain',
  trailing: 'bg-warn-soft text-warn',
  liquidation: 'bg-danger-soft text-danger',
};

function marksOf(lines: readonly TradeLine[]): ReactNode {
  return lines.map(({ orderId, kind, label }) => (
    <span
      key={`${orderId} ${kind}`}
      title={label}
      className={cx(
        'max-w-[130px] min-w-0 truncate rounded-[4px] px-[5px] text-[11px] leading-[17px] font-medium',
        tones[kind],
      )}
    >
      {label}
    </span>
  ));
}

/** The nearest of the person's orders that lie beyond the rungs, and how many more do. */
function beyond(lines: readonly TradeLine[], arrow: string): ReactNode {
  const [first, ...others] = lines;
  return (
    <div className="flex h-[24px] shrink-0 items-center gap-[4px] overflow-hidden px-[12px] text-muted">
      {first === undefined ? null : (
        <>
          <span aria-hidden className="text-[9px]">
            {arrow}
          </span>
          {marksOf([first])}
          {others.length === 0 ? null : (
            <span title={others.map(({ label }) => label).join('\n')} className="numbers">
              +{others.length}
            </span>
          )}
        </>
      )}
    </div>
  );
}
