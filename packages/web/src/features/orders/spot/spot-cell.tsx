import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Instrument, PriceText } from '../cells.tsx';

interface SpotCellProps {
  order: SpotOrder;
  /** Without its type, where that is said beside it. */
  brief?: boolean;
}

/** Side, pair, order type. */
export function SpotCell({ order: { code, instrumentId, side, type }, brief = false }: SpotCellProps) {
  const { t } = useTranslation('orders');
  return (
    <Instrument
      code={code}
      instrumentId={instrumentId}
      badge={<Badge tone={side === 'buy' ? 'gain' : 'loss'}>{t(`value.${side}`)}</Badge>}
      note={brief ? undefined : t(`value.${type}`)}
    />
  );
}

/** What an order waits for: its limit, with the trigger before it, or take-profit and stop-loss. */
export function Levels({ order: { type, price, triggerPrice, triggeredAt, priceScale } }: { order: SpotOrder }) {
  const { t } = useTranslation('orders');
  const limit = <PriceText value={price} scale={priceScale} />;
  if (triggerPrice === null || triggeredAt !== null) return limit;
  const trigger = <PriceText value={triggerPrice} scale={priceScale} />;
  const named = (name: 'takeProfit' | 'stopLoss' | 'triggerPrice' | 'limitPrice', level: typeof limit) => (
    <>
      <span className="text-caption text-muted desktop:text-end">{t(`term.${name}`)}</span>
      {level}
    </>
  );
  const isPair = type === 'oco';
  return (
    <span className="inline-grid grid-cols-[auto_auto] items-baseline gap-x-s2 whitespace-nowrap">
      {isPair ? null : named('triggerPrice', trigger)}
      {named(isPair ? 'takeProfit' : 'limitPrice', limit)}
      {isPair ? named('stopLoss', trigger) : null}
    </span>
  );
}
