import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuote } from '../../shared/feed/feed.ts';
import { instrumentPath } from '../../shared/trading/market/figures.ts';
import { useCatalogue } from '../../shared/trading/market/market.ts';
import { useOrderView } from '../../shared/trading/order-view.ts';
import { gainTone } from '../../shared/trading/tones.ts';
import type { Units } from '../../shared/trading/units.ts';
import { absent, useFormat } from '../../shared/words/format.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Logo } from '../../ui/logo.tsx';

interface InstrumentProps {
  code: string;
  instrumentId: string;
  /** Direction or side. */
  badge: ReactNode;
  /** A word about the terms: leverage, period. */
  note?: ReactNode;
}

/** What was traded. The name leads to the instrument's screen. */
export function Instrument({ code, instrumentId, badge, note }: InstrumentProps) {
  const { data: items } = useCatalogue();
  const item = items?.find((one) => one.id === instrumentId);
  return (
    <span className="flex items-center gap-s2 whitespace-nowrap">
      {item === undefined ? null : <Logo src={item.logo} code={code} className="size-[20px]!" />}
      {badge}
      {/* Beside a ticket the terms are below, like figures of two lines: the row has no room for them beside. */}
      <span className="flex items-baseline gap-s2 dense:max-[1600px]:flex-col dense:max-[1600px]:gap-0 dense:max-[1600px]:leading-tight">
        {item === undefined ? (
          <bdi dir="ltr" className="font-medium">
            {code}
          </bdi>
        ) : (
          <Link to={instrumentPath(item)} className="rounded-small font-medium hover:text-accent">
            <bdi dir="ltr">{code}</bdi>
          </Link>
        )}
        {note === undefined ? null : <span className="text-caption text-muted">{note}</span>}
      </span>
    </span>
  );
}

/** A price with the decimals of its instrument. */
export function PriceText({ value, scale }: { value: string | null; scale: number }) {
  const format = useFormat();
  return <bdi dir="ltr">{value === null ? absent : format.price(value, scale)}</bdi>;
}

/** An agreed price, and how its units have changed since: it is shown as it was, with the present units beside it. */
export function AgreedPrice({ value, scale, since }: { value: string | null; scale: number; since: Units | null }) {
  const { t } = useTranslation('orders');
  const price = <PriceText value={value} scale={scale} />;
  if (since === null || since.to === since.from) return price;
  return (
    <span className="inline-flex flex-col items-end leading-tight mobile:items-start">
      {price}
      <span className="text-caption text-muted">{t('splitSince', { ...since })}</span>
    </span>
  );
}

/** The instrument's price of this moment. */
export function LivePrice({ order }: { order: { code: string; priceScale: number; lastPrice?: string | null } }) {
  return <PriceText value={useQuote(order.code)?.price ?? order.lastPrice ?? null} scale={order.priceScale} />;
}

export function Profit({ value, children }: { value: string; children?: ReactNode }) {
  const format = useFormat();
  return (
    <span className={cx('inline-flex flex-col items-end leading-tight whitespace-nowrap', gainTone(value))}>
      <bdi dir="ltr" className="font-semibold">
        {format.result(value)}
      </bdi>
      {children}
    </span>
  );
}

export function TimeCell({ time }: { time: string | null }) {
  const format = useFormat();
  return <bdi className="text-caption whitespace-nowrap text-muted">{format.dateTime(time)}</bdi>;
}

export function ReceiptButton({ id }: { id: string }) {
  const { t } = useTranslation('orders');
  const open = useOrderView((view) => view.openReceipt);
  return (
    <Button size="small" className="mobile:w-full" onClick={() => open(id)}>
      <ReceiptText aria-hidden className="size-[1.2em]" />
      {t('action.receipt')}
    </Button>
  );
}
