import type { Position } from '@assay/contract/endpoints/order.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount, minus, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { liquidationPrice } from '@assay/domain/positions/liquidation.ts';
import { type MarginRequest, decideMargin, removable } from '@assay/domain/positions/move-margin.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useAvailable, useLearnOrder } from '../../../shared/trading/account.ts';
import { BeforeAfter, Changed } from '../../../shared/trading/before-after.tsx';
import { marginNow } from '../../../shared/trading/live-position.ts';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import type { Figure } from '../../../ui/figures.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { tellOfOrders } from '../../../ui/toasts/toast.tsx';
import { CurrentPrice, InstrumentCell } from './cells.tsx';

const ways = ['add', 'remove'] as const;

/** Adds to the margin of a position or takes out of it; judged here by the rule that the server applies. */
export function MarginDialog({ position, onDone }: { position: Position; onDone(): void }) {
  const { t } = useTranslation(['orders', 'codes']);
  const format = useFormat();
  // Margin comes out only while the market trades: the server refuses it otherwise.
  const isHalted = useQuote(position.code)?.halted === true;
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const move = useMove(calls.order.margin, position.id);
  const [request, setRequest] = useState<MarginRequest>({ way: 'add', amount: '' });
  const { most, after, isKnown, rows } = useMarginAfter(position, request);
  const wrong = request.amount !== '' && isKnown && after === null;
  const done = useWhileHere(onDone);
  const { way, amount } = request;
  const stands = way === 'remove' && isHalted;
  const save = async () => {
    if (after === null || stands) return;
    const label = t(way === 'add' ? 'margin.added' : 'margin.removed', { amount: format.exactAmount(amount) });
    const asked = `${t(`margin.${way}`)} ${format.exactAmount(amount)} USDT`;
    const summary = `${position.code} · ${t('margin.title')} · ${asked}`;
    try {
      const moved = await move.submit({ id: position.id, way, amount }, { summary });
      if (moved === undefined) return;
      tellOfOrders({ kind: 'success', title: `${position.code} · ${label}` });
      learnOrder(moved);
      done();
    } catch (error) {
      tellFailed(error, summary);
      learnOrder(null);
    }
  };
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={t('margin.title')}
      description={<InstrumentCell position={position} />}
      rows={rows}
      confirm={t('margin.confirm')}
      blocked={after === null || stands}
      busy={move.isPending}
      onConfirm={() => void save()}
      onCancel={move.cancel}
    >
      <div className="mt-s4 flex flex-col gap-s4">
        <Segmented
          label={t('margin.way')}
          value={way}
          onChange={(next) => setRequest({ way: next, amount: '' })}
          options={ways.map((value) => ({ value, label: t(`margin.${value}`) }))}
        />
        <NumberField
          label={t('margin.amount')}
          value={amount}
          onChange={(text) => setRequest({ way, amount: text })}
          decimals={usdt.scale}
          unit="USDT"
          error={stands ? t('codes:10015') : wrong ? t('margin.wrong') : undefined}
          hint={
            way === 'remove' ? <bdi>{t('margin.most', { amount: format.amount(formatAmount(most, usdt)) })}</bdi> : undefined
          }
        />
        <p className="text-caption text-muted">{t('margin.text')}</p>
      </div>
    </MoneyConfirm>
  );
}

interface MarginAfter {
  /** What can be taken out. */
  readonly most: Amount;
  /** The margin that it comes to; null while that cannot be. */
  readonly after: Amount | null;
  /** There is a price to judge by. */
  readonly isKnown: boolean;
  readonly rows: readonly Figure[];
}

/** Balance, margin and liquidation price, before and after. */
function useMarginAfter(position: Position, request: MarginRequest): MarginAfter {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const live = useQuote(position.code);
  const { data } = useAvailable();
  const { code, priceScale } = position;
  const now = marginNow(position);
  const [bid, ask] = [live?.bid, live?.ask].map((price) => readTicks(price ?? position.currentPrice ?? '', priceScale));
  const available = data === undefined ? undefined : parseAmount(data, usdt);
  if (now === null || bid === undefined || ask === undefined) return { most: nothing, after: null, isKnown: false, rows: [] };
  const { terms, cover } = now;
  const decided = request.amount === '' ? null : decideMargin(request, terms, cover, { code, bid, ask, time: 0, volume: 0 });
  const margin = decided === null || isRefused(decided) ? null : decided;
  // Adding does not have to wait for the balance: the server checks it.
  const left = margin === null || available === undefined ? null : minus(available, minus(margin, cover.margin));
  const moved = margin === null ? null : liquidationPrice(terms, { ...cover, margin });
  const price = (text: string | null) => <bdi dir="ltr">{format.price(text, priceScale)}</bdi>;
  const at = moved === null ? null : formatFixed(priceOf(moved, position), priceScale);
  const liquidation = price(position.liquidationPrice);
  const rows = [
    { name: t('column.current'), value: <CurrentPrice position={position} /> },
    ...(available === undefined
      ? []
      : [{ name: t('ledger.available'), value: <BeforeAfter before={available} after={left} asset={usdt} /> }]),
    { name: t('column.margin'), value: <BeforeAfter before={cover.margin} after={margin} asset={usdt} /> },
    {
      name: t('column.liquidation'),
      value: margin === null ? liquidation : <Changed before={liquidation} after={price(at)} />,
    },
  ];
  const after = left !== null && left < 0n ? null : margin;
  return { most: removable(terms, cover), after, isKnown: true, rows };
}
