import type { Position } from '@assay/contract/endpoints/order.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { breakEvenPrice } from '@assay/domain/positions/costs.ts';
import { isWorse } from '@assay/domain/positions/stops.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useTranslation } from 'react-i18next';
import { useQuote } from '../../../shared/feed/feed.ts';
import { holdingNow, liveResult } from '../../../shared/trading/live-position.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Chip } from '../../../ui/chip.tsx';

/** Puts the stop where nothing is lost, with all costs in it; only while the price has come beyond that. */
export function BreakEven({ position, onChoose }: { position: Position; onChoose(price: string): void }) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const live = liveResult(position, useQuote(position.code));
  const holding = holdingNow(position);
  const now = readTicks(live?.price ?? '', position.priceScale);
  const price = holding === null ? null : breakEvenPrice(holding);
  if (price === null || now === undefined || !isWorse(position.side, price, now)) return null;
  const text = formatFixed(priceOf(price, position), position.priceScale);
  return (
    <span title={t('breakEvenHint')} className="self-start">
      <Chip chosen={false} onClick={() => onChoose(text)}>
        {t('breakEven', { price: format.price(text, position.priceScale) })}
      </Chip>
    </span>
  );
}
