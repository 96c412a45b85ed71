import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Side } from '@assay/domain/positions/terms.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoneyLabel } from '../../shared/words/money-label.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Region } from '../../ui/error-boundary.tsx';
import { ChartPlace } from './chart-place.tsx';
import { InstrumentHeader } from './instrument-header.tsx';
import type { OrdersOf } from './orders-slot.ts';
import { Switcher } from './switcher.tsx';
import { TicketPanel } from './ticket/ticket-panel.tsx';

/** The trading screen on a phone: chart first, two buttons that stay at hand, the ticket as a sheet. */
export function CurrencyMobile({ info, Orders }: { info: MarketInfo; Orders: OrdersOf }) {
  const { t } = useTranslation('currency');
  const money = useMoneyLabel();
  const [side, setSide] = useState<Side | null>(null);
  return (
    <div className="flex flex-1 flex-col pb-[calc(var(--control-height)+2*var(--step-3))]">
      <Region>
        <InstrumentHeader info={info} switcher={<Switcher code={info.code} />} />
      </Region>
      <div className="flex h-[max(44dvh,300px)] flex-col border-b border-line">
        <ChartPlace info={info} />
      </div>
      <div className="flex-1 bg-surface-1">
        <Region>
          <Orders code={info.code} />
        </Region>
      </div>
      <div
        id="ticket"
        tabIndex={-1}
        className="outline-none fixed inset-x-0 bottom-[calc(var(--bar-height)+env(safe-area-inset-bottom))] z-20 grid grid-cols-2 gap-s3 border-t border-line bg-surface-1 px-side py-s3"
      >
        <Button look="gain" onClick={() => setSide('long')}>
          {money(t('ticket.long'))}
        </Button>
        <Button look="loss" onClick={() => setSide('short')}>
          {money(t('ticket.short'))}
        </Button>
      </div>
      <Dialog
        open={side !== null}
        onOpenChange={(open) => {
          if (!open) setSide(null);
        }}
        title={info.appName}
      >
        {side === null ? null : (
          <Region>
            <TicketPanel info={info} side={side} onOpened={() => setSide(null)} />
          </Region>
        )}
      </Dialog>
    </div>
  );
}
