import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Side } from '@assay/domain/positions/terms.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useBook, useSession } from '../../shared/client/session.ts';
import { useLiveFigures, useLivePoints } from '../../shared/trading/market/market.ts';
import { Change, Price } from '../../shared/trading/market/price.tsx';
import { Sparkline } from '../../shared/trading/market/sparkline.tsx';
import { BookStrip, MoneyMark } from '../../shared/trading/results/money-mark.tsx';
import { gainTone } from '../../shared/trading/tones.ts';
import { useWelcome } from '../../shared/welcome.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Region } from '../../ui/error-boundary.tsx';
import { ChartPlace } from './chart-place.tsx';
import { HeaderPlace } from './header-place.tsx';
import { InstrumentHeader } from './instrument-header.tsx';
import type { OrdersOf } from './orders-slot.ts';
import { Switcher } from './switcher.tsx';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { Views, useView } from './views.tsx';

/** The trading screen on a phone: chart first, two buttons that stay at hand, the ticket as a sheet. */
export function CurrencyMobile({ info, Orders }: { info: MarketInfo; Orders: OrdersOf }) {
  const { t } = useTranslation('currency');
  const { side, open, close } = useSheet();
  const [view] = useView();
  const setPlace = useWelcome((welcome) => welcome.setPlace);
  return (
    <div className="flex flex-1 flex-col pb-[calc(var(--control-height)+2*var(--step-2))]">
      <Region waiting={<HeaderPlace />}>
        <InstrumentHeader info={info} switcher={<Switcher code={info.code} />} />
      </Region>
      <div className={cx('flex flex-col border-b border-line', view === 'chart' && 'h-[max(50dvh,300px)]')}>
        <Views info={info}>
          <ChartPlace info={info} />
        </Views>
      </div>
      <div className="flex-1 bg-surface-1">
        <Region>
          <Orders code={info.code} />
        </Region>
      </div>
      <div
        id="ticket"
        tabIndex={-1}
        className="outline-none fixed inset-x-0 bottom-[calc(var(--bar-height)+env(safe-area-inset-bottom))] z-20 grid grid-cols-2 gap-s3 border-t border-line bg-surface-1 px-side py-s2"
      >
        <Button look="gain" onClick={() => open('long')}>
          <MoneyMark>{t('ticket.long')}</MoneyMark>
        </Button>
        <Button look="loss" onClick={() => open('short')}>
          <MoneyMark>{t('ticket.short')}</MoneyMark>
        </Button>
      </div>
      <Dialog
        low
        open={side !== null}
        onOpenChange={(next) => {
          if (!next) close();
        }}
        title={info.appName}
        description={<LiveLine info={info} />}
      >
        {side === null ? null : (
          <Region>
            <BookStrip className="-mx-s5 -mt-s2 mb-s4" />
            <div ref={setPlace} />
            <TicketPanel info={info} side={side} onOpened={close} />
          </Region>
        )}
      </Dialog>
    </div>
  );
}

/** The ticket that a step of the window's history has open. */
interface Opened {
  readonly side: Side;
  readonly book: Book;
  /** Undefined while the user was not known yet. */
  readonly owner: string | undefined;
}

function openedIn(state: unknown): Opened | null {
  if (typeof state !== 'object' || state === null || !('ticket' in state)) return null;
  const { ticket } = state;
  // It is only ever this page that writes one; of an older build nothing is taken over.
  return typeof ticket === 'object' && ticket !== null && 'book' in ticket ? (ticket as Opened) : null;
}

/**
 * Which ticket is open is a step of the window's history: the phone's Back closes the sheet and leaves the page where it is. It is of
 * one person and one account; to another the step is one without a ticket.
 */
function useSheet() {
  const navigate = useNavigate();
  const location = useLocation();
  const { key, pathname, search, hash } = location;
  const book = useBook();
  const owner = useSession(({ userInfo }) => userInfo?.id);
  /** The history step that is being taken back: closing twice does not leave the page. */
  const closing = useRef<string | null>(null);
  const opened = openedIn(location.state);
  const isSame = opened?.owner === undefined || owner === undefined || opened.owner === owner;
  const side = opened?.book === book && isSame ? opened.side : null;
  return {
    side,
    open: (next: Side) => {
      const ticket: Opened = { side: next, book, owner };
      void navigate(pathname + search + hash, { state: { ticket } });
    },
    close: () => {
      if (side === null || closing.current === key) return;
      closing.current = key;
      void navigate(-1);
    },
  };
}

/** What the price does while the sheet lies over the chart. */
function LiveLine({ info }: { info: MarketInfo }) {
  const { price, change } = useLiveFigures(info);
  const points = useLivePoints(info.code);
  return (
    <span className="flex items-center gap-s4">
      <span className="flex flex-col">
        <Price value={price} scale={info.priceScale} className={`text-emphasis font-semibold ${gainTone(change)}`} />
        <Change value={change} tone="gain" className="text-caption" />
      </span>
      <Sparkline points={points} tone="gain" filled className="h-[38px] flex-1" />
    </span>
  );
}
