import type { Position } from '@assay/contract/endpoints/order.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { distanceText } from '../../../shared/words/distance.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Chip } from '../../../ui/chip.tsx';
import { usePriceNow } from './price-now.ts';

/** Distances from the price, in percent of it. */
const percents = { stopLoss: [1, 2, 5], takeProfit: [2, 5, 10] } as const;

interface StopChipsProps {
  position: Position;
  which: keyof typeof percents;
  value: string;
  onChoose(price: string): void;
}

/** Puts a stop at a distance from the price of now, or from the one that the order waits for. */
export function StopChips({ position, which, value, onChoose }: StopChipsProps) {
  const format = useFormat();
  const from = usePriceNow(position);
  if (from === undefined) return null;
  const isUp = (position.side === 'long') === (which === 'takeProfit');
  return (
    <span className="flex gap-s2">
      {percents[which].map((percent) => {
        const ticks = Math.round((from * (isUp ? 100 + percent : 100 - percent)) / 100);
        const at = formatFixed(priceOf(ticks, position), position.priceScale);
        return (
          <Chip key={percent} chosen={value === at} className="flex-1" onClick={() => onChoose(at)}>
            <bdi dir="ltr">{distanceText(format, isUp ? percent : -percent)}</bdi>
          </Chip>
        );
      })}
    </span>
  );
}
