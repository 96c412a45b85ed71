import type { Position } from '@assay/contract/endpoints/order.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, compare, formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { resultAt } from '@assay/domain/positions/costs.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeedState, useQuote } from '../../../shared/feed/feed.ts';
import { BeforeAfter } from '../../../shared/trading/before-after.tsx';
import { closingNow, endedResult, liveResult, netText } from '../../../shared/trading/live-position.ts';
import { useCostFigures } from '../../../shared/trading/results/cost-block.tsx';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { MoneyMark } from '../../../shared/trading/results/money-mark.tsx';
import { ContractResult } from '../../../shared/trading/results/net-result.tsx';
import { seenAt, slippageBps } from '../../../shared/trading/slippage.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { Figure } from '../../../ui/figures.tsx';
import { CurrentPrice, InstrumentCell, PriceCell } from './cells.tsx';
import { PartField, useHalf, usePart } from './part-field.tsx';
import { type EndProps, useEnd } from './use-end.ts';

/**
 * Closing at the price on the screen, live, and what it would bring. Closing at any price is always one tap; without a live
 * price it is the only way.
 */
export function CloseDialog({ position, onDone, half = false }: EndProps & { half?: boolean }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { state } = useFeedState();
  const shown = liveResult(position, useQuote(position.code))?.price ?? position.currentPrice;
  /** The price that the person had seen and that was gone. */
  const [moved, setMoved] = useState<string | null>(null);
  const price = (text: string | null) => format.price(text, position.priceScale);
  // What is left of it may have become less meanwhile: all of it stays all of it.
  const [typed, setTyped] = useState<string | null>(null);
  const halfLots = useHalf(position);
  const text = typed ?? (half ? (halfLots ?? '') : position.lots);
  const part = usePart(position, text);
  const isAll = part === null || text === position.lots || compare(part, toFixed(position.lots)) === 0;
  const lots = isAll ? {} : { lots: formatFixed(part) };
  const doing = isAll ? t('close.confirm') : `${t('close.part')} · ${format.quantity(lots.lots)}`;
  const { end, busy, cancel } = useEnd(position, doing, onDone, (ended) => ({
    title: `${position.code} · ${t(ended.partOf === null ? 'close.done' : 'close.partDone', { lots: format.quantity(ended.lots), price: price(ended.closePrice) })}`,
    text: t('close.result', { profit: format.result(netText(endedResult(ended))) }),
  }));
  const seen = state === 'live' && shown !== '' ? shown : null;
  const close = async () => {
    if (await end({ ...lots, ...(seen === null ? {} : seenAt(seen)) })) setMoved(seen);
  };
  const rows = [
    { name: t('column.entry'), value: <PriceCell position={position} value={position.openPrice} /> },
    { name: t('close.price'), value: <CurrentPrice position={position} /> },
    ...useClosingRows(position, part, shown ?? ''),
  ];
  const action = seen === null ? 'anyPrice' : moved !== null ? 'takeNew' : isAll ? 'confirm' : 'part';
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={t(moved === null ? 'close.title' : 'close.movedTitle')}
      description={
        moved === null ? (
          <InstrumentCell position={position} />
        ) : (
          t('close.movedText', { seen: price(moved), now: price(shown) })
        )
      }
      rows={rows}
      confirm={t(`close.${action}`)}
      blocked={part === null}
      busy={busy}
      onConfirm={() => void close()}
      onCancel={cancel}
    >
      <PartField
        position={position}
        value={text}
        wrong={part === null && text !== ''}
        notHalved={half && halfLots === null}
        onChange={setTyped}
      />
      <p className="mt-s3 text-caption text-muted">
        {seen === null ? t('close.noPrice') : t('close.slippage', { percent: format.rate(String(slippageBps / 10_000)) })}
      </p>
      {seen === null ? null : (
        <Button disabled={busy || part === null} onClick={() => void end(lots)} className="mt-s4 w-full">
          <MoneyMark>{t('close.anyPrice')}</MoneyMark>
        </Button>
      )}
    </MoneyConfirm>
  );
}

/** What closing so much would bring and cost, and what stays, before and after. */
function useClosingRows(position: Position, part: Fixed | null, price: string): Figure[] {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const now = part === null ? null : closingNow(position, part, price);
  const costs = useCostFigures({ holding: now?.holding ?? null, closing: now?.close ?? null });
  if (now === null) return [];
  return [
    ...costs,
    { name: t('close.net'), value: <ContractResult result={resultAt(now.holding, now.close)} />, strong: true },
    ...(now.rest === null ? [] : [{ name: t('close.rest'), value: <bdi dir="ltr">{format.quantity(now.rest)}</bdi> }]),
    { name: t('column.margin'), value: <BeforeAfter {...now.margin} asset={usdt} /> },
  ];
}
