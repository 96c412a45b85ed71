import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Region } from '../../ui/error-boundary.tsx';
import { ChartPlace } from './chart-place.tsx';
import { InstrumentHeader } from './instrument-header.tsx';
import { InstrumentList } from './instrument-list.tsx';
import type { OrdersOf } from './orders-slot.ts';
import { TicketPanel } from './ticket/ticket-panel.tsx';

/** The list of instruments beside one of them. It stays while another is loaded, and the focus in it. */
export function BesideInstruments({ current, children }: { current: string; children: ReactNode }) {
  const { t } = useTranslation('currency');
  return (
    <div className="grid flex-1 gap-px bg-line wide:grid-cols-[minmax(210px,2.7rem)_minmax(0,1fr)_minmax(300px,3.8rem)]">
      <aside
        aria-label={t('switcher.label')}
        className="hidden bg-surface-1 wide:sticky wide:top-(--bar-height) wide:block wide:h-[calc(100dvh-var(--bar-height))]"
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
  return (
    <>
      <div className="flex min-w-0 flex-col gap-px">
        <Region>
          <InstrumentHeader info={info} />
        </Region>
        <div className="flex h-[max(46dvh,380px)] min-h-0 flex-col">
          <ChartPlace info={info} />
        </div>
        <div className="min-h-[max(3rem,260px)] flex-1 bg-surface-1">
          <Region>
            <Orders code={info.code} />
          </Region>
        </div>
      </div>
      <aside id="ticket" tabIndex={-1} aria-label={t('ticket.label')} className="bg-surface-1 outline-none">
        <div className="p-s4 wide:sticky wide:top-(--bar-height) wide:max-h-[calc(100dvh-var(--bar-height))] wide:overflow-y-auto">
          <Region>
            <TicketPanel info={info} />
          </Region>
        </div>
      </aside>
    </>
  );
}
