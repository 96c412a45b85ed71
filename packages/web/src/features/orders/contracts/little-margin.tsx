import type { Position } from '@assay/contract/endpoints/order.ts';
import type { FeedQuote } from '@assay/contract/feed.ts';
import { warningPrice } from '@assay/domain/positions/margin-warning.ts';
import { isWorse } from '@assay/domain/positions/stops.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuoted } from '../../../shared/feed/feed.ts';
import { holdingNow, liveResult } from '../../../shared/trading/live-position.ts';
import { type WayOut, waysOut } from '../../../shared/trading/order-view.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Button } from '../../../ui/button.tsx';
import { useHalf } from './part-field.tsx';

/** Shows that little margin is left, by the rule of the notification, with both remedies; nothing otherwise. */
export function LittleMargin({ position, onTask }: { position: Position; onTask(task: WayOut): void }) {
  const { t } = useTranslation('sweep');
  const format = useFormat();
  if (!useQuoted(position.code, (quote) => isLittle(position, quote))) return null;
  return (
    <span role="status" className="flex flex-col gap-s2 text-caption font-medium text-warn">
      <span className="flex items-start gap-s2">
        <TriangleAlert aria-hidden className="size-icon shrink-0" />
        <span className="min-w-0">
          {t('warn.text', { price: format.price(position.liquidationPrice, position.priceScale) })}
        </span>
      </span>
      <span className="flex flex-wrap gap-s2">
        <WaysOut position={position} onTask={onTask} />
      </span>
    </span>
  );
}

/** Half of the smallest position can't be closed, and is not offered. */
function WaysOut({ position, onTask }: { position: Position; onTask(task: WayOut): void }) {
  const { t } = useTranslation('notifications');
  const half = useHalf(position);
  return waysOut.map((way) =>
    way === 'half' && half === null ? null : (
      <Button key={way} size="small" onClick={() => onTask(way)}>
        {t(`wayOut.${way}`)}
      </Button>
    ),
  );
}

function isLittle(position: Position, quote: FeedQuote | undefined): boolean {
  const holding = holdingNow(position);
  const now = readTicks(liveResult(position, quote)?.price ?? '', position.priceScale);
  if (position.status !== 'open' || holding === null || now === undefined) return false;
  const warning = warningPrice(holding.terms, holding.cover);
  return warning !== null && !isWorse(position.side, warning, now);
}
