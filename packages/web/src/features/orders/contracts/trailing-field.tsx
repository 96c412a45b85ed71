import type { Position } from '@assay/contract/endpoints/order.ts';
import type { Ticks } from '@assay/domain/market/quote.ts';
import { parseFixed, rescale } from '@assay/domain/money/fixed.ts';
import { shareOfPrice } from '@assay/domain/positions/stops.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { isFilledIn, isUnread, unread } from '../../../shared/words/read-number.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { usePriceNow } from './price-now.ts';

interface TrailingFieldProps {
  position: Position;
  label: string;
  unit: string | undefined;
  /** The distance in price. */
  value: string;
  error: string | undefined;
  onChange(distance: string): void;
}

const ways = ['price', 'percent'] as const;
const percentDecimals = 2;

/**
 * How far a stop follows the best price: in price, or in percent of the price of now, of which a distance is made at once. In percent
 * of a price that an order waits for it stays that, whichever price is typed after it.
 */
export function TrailingField({ position, label, unit, value, error, onChange }: TrailingFieldProps) {
  const { t } = useTranslation('orders');
  const ticket = useTranslation('currency').t;
  const format = useFormat();
  const from = usePriceNow(position);
  /** Null while it is given in price. */
  const [percent, setPercent] = useState<string | null>(null);
  const typed = (text: string) => {
    setPercent(text);
    onChange(distanceOf(text, from, position.priceScale));
  };
  const ownPrice = position.status === 'awaiting' ? from : undefined;
  const follow = useEffectEvent((price: typeof from) => {
    if (percent !== null && percent !== '') onChange(distanceOf(percent, price, position.priceScale));
  });
  useEffect(() => follow(ownPrice), [ownPrice]);
  const tell = (by: (typeof ways)[number]) => {
    setPercent(by === 'price' ? null : '');
    // What said no distance in one way says none in the other: it is as it was.
    if (isUnread(value)) onChange(position.trailingStop ?? '');
  };
  return (
    <NumberField
      label={label}
      aside={
        from === undefined ? undefined : (
          <Segmented
            compact
            label={label}
            value={percent === null ? 'price' : 'percent'}
            onChange={tell}
            options={ways.map((way) => ({ value: way, label: ticket(`ticket.by.${way}`) }))}
          />
        )
      }
      value={percent ?? value}
      onChange={percent === null ? onChange : typed}
      decimals={percent === null ? position.priceScale : percentDecimals}
      unit={percent === null ? unit : '%'}
      error={percent !== null && isUnread(value) ? t('amend.distanceWrong') : error}
      hint={
        percent === null || !isFilledIn(value)
          ? t('amend.trailingHint')
          : ticket('ticket.trailingHint', { distance: format.price(value, position.priceScale) })
      }
    />
  );
}

/** A share of a price as a distance. Only an emptied field takes the stop away: what says no distance is none of either. */
function distanceOf(text: string, from: Ticks | undefined, priceScale: number): string {
  if (text === '') return '';
  const share = parseFixed(text);
  const bps = share === undefined || from === undefined ? 0n : rescale(share, percentDecimals, 'down').units;
  return bps > 0n && from !== undefined ? shareOfPrice(from, Number(bps), priceScale) : unread(text);
}
