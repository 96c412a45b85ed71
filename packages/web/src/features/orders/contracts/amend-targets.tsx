import type { Position } from '@assay/contract/endpoints/order.ts';
import { compare, formatFixed, parseFixed, toFixed, zero } from '@assay/domain/money/fixed.ts';
import { resultAt } from '@assay/domain/positions/costs.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { closingNow, netText } from '../../../shared/trading/live-position.ts';
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

/** The targets of a living order, each with so many lots of it. */
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

/** What a target would leave, each cost taken off; nothing while it is not filled in. */
function broughtBy(position: Position, { price, share }: TargetEntry) {
  const [at, lots] = [readTicks(price, position.priceScale), parseFixed(share)];
  const isPart = lots !== undefined && compare(lots, zero) > 0 && compare(lots, toFixed(position.lots)) <= 0;
  const closing = isPart ? closingNow(position, lots, price) : null;
  if (at === undefined || lots === undefined || closing === null) return [];
  return [{ price: at, lots: formatFixed(lots), net: netText(resultAt(closing.holding, at)) }];
}
