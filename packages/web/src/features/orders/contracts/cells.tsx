import type { Position } from '@assay/contract/endpoints/order.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuote, useQuoted } from '../../../shared/feed/feed.ts';
import { liveResult } from '../../../shared/trading/live-position.ts';
import { ContractParts, NetText, ResultButton } from '../../../shared/trading/results/net-result.tsx';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Instrument, PriceText } from '../cells.tsx';

export interface CellProps {
  position: Position;
}

/** What was traded: direction, instrument, leverage. */
export function InstrumentCell({ position }: CellProps) {
  const { t } = useTranslation('orders');
  const { code, side, leverage, instrumentId } = position;
  return (
    <Instrument
      code={code}
      instrumentId={instrumentId}
      badge={<Badge tone={side === 'long' ? 'gain' : 'loss'}>{t(`side.${side}`)}</Badge>}
      note={<bdi dir="ltr">{leverage}×</bdi>}
    />
  );
}

export const PriceCell = memo(function PriceCell({ position, value }: CellProps & { value: string | null }) {
  return <PriceText value={value} scale={position.priceScale} />;
});

/** The price at which the position would close now. */
export function CurrentPrice({ position }: CellProps) {
  const format = useFormat();
  const price = useQuoted(position.code, (quote) => liveResult(position, quote)?.price) ?? position.currentPrice;
  return <bdi dir="ltr">{price === null ? absent : format.price(price, position.priceScale)}</bdi>;
}

/** What closing at this moment would leave, every cost taken off, in USDT and in percent of the margin. */
export function LiveProfitCell({ position }: CellProps) {
  const isKnown = useQuoted(position.code, (quote) => liveResult(position, quote) !== null);
  return isKnown ? <ResultButton shown={<LiveNet position={position} />} parts={<LiveParts position={position} />} /> : absent;
}

/** All of the button that a quote draws. */
function LiveNet({ position }: CellProps) {
  const format = useFormat();
  const live = liveResult(position, useQuote(position.code));
  if (live === null) return absent;
  return (
    <NetText net={live.result.net}>
      <bdi dir="ltr" className="text-caption">
        {format.change(live.percent)}
      </bdi>
    </NetText>
  );
}

function LiveParts({ position }: CellProps) {
  const live = liveResult(position, useQuote(position.code));
  return live === null ? absent : <ContractParts result={live.result} />;
}
