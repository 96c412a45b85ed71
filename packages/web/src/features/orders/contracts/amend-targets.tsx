import type { Position } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { divide, formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { profitAtTarget } from '@assay/domain/positions/targets/targets.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { holdingNow } from '../../../shared/trading/live-position.ts';
import { useMarketInfo } from '../../../shared/trading/market/market.ts';
import type { TargetEntry } from '../../../shared/trading/targets/entries.ts';
import { TargetFields } from '../../../shared/trading/targets/target-fields.tsx';

interface AmendTargetsProps {
  position: Position;
  entries: readonly TargetEntry[];
  /** Which of them the rules refuse. */
  wrong: string | null;
  onChange(entries: readonly TargetEntry[]): void;
}

/** The targets of an order that stands, each with so many lots of it. */
export function AmendTargets({ position, entries, wrong, onChange }: AmendTargetsProps) {
  const info = useMarketInfo(position.instrumentId).data;
  const contract = info?.contract ?? null;
  if (info === undefined || contract === null) return null;
  return (
    <TargetFields
      entries={entries}
      onChange={onChange}
      by="lots"
      market={{ priceScale: position.priceScale, lotStep: contract.lotStep, lotsMin: contract.lotsMin }}
      brings={entries.flatMap((entry) => broughtBy(position, entry))}
      wrong={wrong === 'takeProfit' ? null : wrong}
    />
  );
}

/** What a target would bring, fees apart; nothing while it is not filled in. */
function broughtBy(position: Position, { price, share }: TargetEntry) {
  const at = readTicks(price, position.priceScale);
  const holding = holdingNow(position);
  if (at === undefined || share === '' || holding === null) return [];
  const lotSize = divide(holding.terms.quantity, toFixed(position.lots), 18, 'down');
  const target = { price: at, lots: share };
  const profit = profitAtTarget({ ...holding.terms, lotSize }, holding.cover.openPrice, target);
  return [{ price: at, lots: formatFixed(toFixed(share)), profit: formatAmount(profit, usdt) }];
}
