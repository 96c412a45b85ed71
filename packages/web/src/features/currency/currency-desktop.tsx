import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../shared/preferences.ts';
import { Region } from '../../ui/error-boundary.tsx';
import { ChartPlace } from './chart-place.tsx';
import { InstrumentHeader } from './instrument-header.tsx';
import { InstrumentList } from './instrument-list.tsx';
import type { OrdersOf } from './orders-slot.ts';
import { Splitter } from './splitter.tsx';
import { TicketPanel } from './ticket/ticket-panel.tsx';

/**
 * The list of instruments beside one of them. It stays while another is loaded, and the focus in it. Wide windows show all of
 * the terminal at once: it ends where the first window does, its parts scroll, and the footer follows below.
 */
export function BesideInstruments({ current, children }: { current: string; children: ReactNode }) {
  const { t } = useTranslation('currency');
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
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
      className="grid flex-1 gap-px bg-line wide:grid-cols-[minmax(210px,2.7rem)_minmax(0,1fr)_minmax(300px,3.8rem)] terminal:h-[max(calc(100dvh-var(--above,96px)),560px)] terminal:flex-none terminal:grid-cols-[232px_minmax(0,1fr)_312px] terminal:grid-rows-[minmax(0,1fr)]"
    >
      <aside
        aria-label={t('switcher.label')}
        className="hidden bg-surface-1 wide:sticky wide:top-(--bar-height) wide:block wide:h-[calc(100dvh-var(--bar-height))] terminal:static terminal:h-auto terminal:min-h-0"
      >
        <Region>
          <InstrumentList current={current} />
        </Region>
      </aside>
      {children}
    </div>
  );
}

/** The trading screen on a desktop beside the instruments: chart with orders under it, ticket. Narrow windows stack it. */
export function CurrencyDesktop({ info, Orders }: { info: MarketInfo; Orders: OrdersOf }) {
  const { t } = useTranslation('currency');
  const share = usePreferences((preferences) => preferences.chartShare);
  return (
    <>
      <div className="flex min-h-0 min-w-0 flex-col gap-px terminal:gap-0">
        <Region>
          <InstrumentHeader info={info} />
        </Region>
        <div
          className="flex h-[max(46dvh,380px)] min-h-0 flex-col max-terminal:grow-0! terminal:h-auto terminal:basis-0"
          style={{ flexGrow: share }}
        >
          <ChartPlace info={info} />
        </div>
        <Splitter />
        <div
          className="min-h-[max(3rem,260px)] bg-surface-1 terminal:min-h-0 terminal:basis-0 terminal:overflow-y-auto"
          style={{ flexGrow: 100 - share }}
        >
          <Region>
            <Orders code={info.code} />
          </Region>
        </div>
      </div>
      <aside
        id="ticket"
        tabIndex={-1}
        aria-label={t('ticket.label')}
        className="bg-surface-1 outline-none terminal:min-h-0 terminal:overflow-y-auto"
      >
        <div className="p-s4 wide:sticky wide:top-(--bar-height) wide:max-h-[calc(100dvh-var(--bar-height))] wide:overflow-y-auto terminal:static terminal:max-h-none">
          <Region>
            <TicketPanel info={info} />
          </Region>
        </div>
      </aside>
    </>
  );
}
