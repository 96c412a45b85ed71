import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../shared/preferences.ts';
import { BookStrip } from '../../shared/trading/results/money-mark.tsx';
import { Region } from '../../ui/error-boundary.tsx';
import { ChartPlace } from './chart-place.tsx';
import { HeaderPlace } from './header-place.tsx';
import { InstrumentHeader } from './instrument-header.tsx';
import { InstrumentList } from './instrument-list.tsx';
import type { OrdersOf } from './orders-slot.ts';
import { Splitter } from './splitter.tsx';
import { Switcher } from './switcher.tsx';
import { TapeColumn } from './tape/tape-column.tsx';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { useTradeKeys } from './use-trade-keys.ts';
import { Views } from './views.tsx';

/**
 * The list of instruments beside one of them. It stays while another is loaded, and the focus in it. The terminal ends where the
 * first window does and its parts scroll; the footer follows below. The list has a place of its own in wide windows alone.
 */
export function BesideInstruments({ current, children }: { current: string; children: ReactNode }) {
  const { t } = useTranslation('currency');
  const grid = useRef<HTMLDivElement>(null);
  // Before anything is shown: measured a moment later, the chart and all below it would jump.
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const measure = () => element.style.setProperty('--above', `${element.getBoundingClientRect().top + window.scrollY}px`);
    measure();
    // A banner that comes or goes changes how tall the page is.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={grid}
      data-dense
      className="grid flex-1 text-body gap-px bg-line wide:h-[max(calc(100dvh-var(--above,96px)),560px)] wide:flex-none wide:grid-cols-[minmax(0,1fr)_300px] wide:grid-rows-[minmax(0,1fr)] terminal:grid-cols-[232px_minmax(0,1fr)_312px]"
    >
      <aside aria-label={t('switcher.label')} className="hidden min-h-0 bg-surface-1 terminal:block">
        <Region>
          <InstrumentList current={current} />
        </Region>
      </aside>
      {children}
    </div>
  );
}

/** The trading screen on a desktop beside the instruments: chart and tape with orders under them, ticket. Narrow windows stack it. */
export function CurrencyDesktop({ info, Orders }: { info: MarketInfo; Orders: OrdersOf }) {
  const { t } = useTranslation('currency');
  useTradeKeys();
  return (
    <>
      <div className="flex min-h-0 min-w-0 flex-col gap-px wide:gap-0">
        <Region waiting={<HeaderPlace />}>
          <InstrumentHeader info={info} switcher={<Switcher code={info.code} className="terminal:hidden" />} />
        </Region>
        <Shared by="chart" className="flex h-[max(46dvh,380px)] min-h-0 max-wide:grow-0! wide:h-auto wide:basis-0">
          <Views info={info}>
            <div data-pane="chart" className="flex min-h-0 min-w-0 flex-1 flex-col">
              <ChartPlace info={info} />
            </div>
            <TapeColumn info={info} />
          </Views>
        </Shared>
        <Splitter />
        <Shared by="orders" className="flex min-h-[max(3rem,260px)] flex-col bg-surface-1 wide:min-h-0 wide:basis-0">
          <Region>
            <Orders code={info.code} />
          </Region>
        </Shared>
      </div>
      <aside
        id="ticket"
        tabIndex={-1}
        aria-label={t('ticket.label')}
        className="bg-surface-1 outline-none wide:min-h-0 wide:overflow-y-auto"
      >
        <Region>
          <BookStrip className="sticky top-0 z-10 backdrop-blur-md" />
        </Region>
        <div className="p-s4">
          <Region>
            <TicketPanel info={info} />
          </Region>
        </div>
      </aside>
    </>
  );
}

/** One side of the splitter: it grows while that is dragged, and its content is not redrawn for it. */
function Shared({ by, className, children }: { by: 'chart' | 'orders'; className: string; children: ReactNode }) {
  const share = usePreferences(({ chartShare }) => chartShare);
  return (
    <div className={className} style={{ flexGrow: by === 'chart' ? share : 100 - share }}>
      {children}
    </div>
  );
}
