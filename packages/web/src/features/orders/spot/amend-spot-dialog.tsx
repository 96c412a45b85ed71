import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount } from '@assay/domain/money/amount.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { decideAmendment } from '@assay/domain/spot/amend-order.ts';
import type { SpotDecision } from '@assay/domain/spot/decide-submit.ts';
import { dealAt, paidAsset, receivedAsset } from '@assay/domain/spot/terms.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useLearnOrder } from '../../../shared/trading/account.ts';
import { Changed } from '../../../shared/trading/before-after.tsx';
import { useMarketInfo } from '../../../shared/trading/market/market.ts';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { Slips, type TypedOrder } from '../../../shared/trading/slip-notes.tsx';
import { UntilField } from '../../../shared/trading/until-field.tsx';
import type { Until } from '../../../shared/trading/until.ts';
import { spotTyped } from '../../../shared/trading/waiting/spot-typed.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { isFilledIn } from '../../../shared/words/read-number.ts';
import type { Figure } from '../../../ui/figures.tsx';
import { tellOfOrders } from '../../../ui/toasts/toast.tsx';
import { LivePrice } from '../cells.tsx';
import { SpotCell } from './spot-cell.tsx';

type Change = Omit<SentTo<(typeof order)['amendBb']>, 'id'>;

interface Entry {
  readonly price: string;
  readonly trigger: string;
  readonly quantity: string;
  readonly until: Until;
}

/** Changes price, trigger, size or end of an order that waits; judged here by the rule that the server applies. */
export function AmendSpotDialog({ order: each, onDone }: { order: SpotOrder; onDone(): void }) {
  const { t } = useTranslation('waiting');
  const words = useTranslation('orders').t;
  const format = useFormat();
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const amend = useMove(calls.order.amendBb, each.id);
  const [before] = useState<Entry>(() => entryOf(each));
  const [entry, setEntry] = useState(before);
  const change = changeOf(before, entry);
  const nothing = Object.keys(change).length === 0;
  const info = useMarketInfo(each.instrumentId).data;
  const judged = useJudged(each, change, info);
  const done = useWhileHere(onDone);
  const save = async () => {
    if (nothing || judged.wrong !== null) return;
    const figures = [change.price, change.trigger].flatMap((text) =>
      text === undefined ? [] : [format.price(text, each.priceScale)],
    );
    const size = change.quantity === undefined ? [] : [`${format.quantity(change.quantity)} ${each.base}`];
    const summary = [each.code, t('amend.title'), ...figures, ...size].join(' · ');
    try {
      const amended = await amend.submit({ id: each.id, ...change }, { summary });
      if (amended === undefined) return;
      const price = format.price(amended.filledPrice, each.priceScale);
      const text = amended.status === 'filled' ? t('amend.filled', { price }) : t('amend.saved');
      tellOfOrders({ kind: 'success', title: `${each.code} · ${text}` });
      learnOrder(amended);
      done();
    } catch (error) {
      tellFailed(error, summary);
      learnOrder(null);
    }
  };
  const pair = each.type === 'oco';
  const held = `${format.amount(each.held, each.heldAsset)} ${each.heldAsset}`;
  const set = (name: keyof Entry) => (text: string) => setEntry((known) => ({ ...known, [name]: text }));
  const field = (name: 'price' | 'trigger' | 'quantity', label: string, decimals: number, hint?: string) => (
    <NumberField
      label={label}
      value={entry[name]}
      onChange={set(name)}
      decimals={decimals}
      unit={name === 'quantity' ? each.base : 'USDT'}
      error={judged.wrong?.field === name ? judged.wrong.text : undefined}
      hint={hint}
    />
  );
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={t('amend.title')}
      description={<SpotCell order={each} />}
      rows={[
        { name: words('column.last'), value: <LivePrice order={each} /> },
        { name: words('column.held'), value: <Held before={held} after={judged.holds ?? held} /> },
        ...judged.costs,
      ]}
      confirm={t('amend.save')}
      busy={amend.isPending}
      blocked={nothing || judged.wrong !== null}
      onConfirm={() => void save()}
      onCancel={amend.cancel}
    >
      <div className="mt-s4 flex flex-col gap-s4">
        {pair || each.type !== 'stopLimit' || each.triggeredAt !== null
          ? null
          : field('trigger', words('term.triggerPrice'), each.priceScale)}
        {field('price', words(pair ? 'term.takeProfit' : 'term.limitPrice'), each.priceScale, judged.fills)}
        {pair ? field('trigger', words('term.stopLoss'), each.priceScale) : null}
        {field('quantity', t('amend.quantity'), info?.spot?.quantityScale ?? 8)}
        <UntilField value={entry.until} onChange={set('until')} wrong={judged.wrong?.field === 'until'} />
        {/* Its words are fetched when there is something to say. */}
        <Suspense fallback={null}>{judged.typed === undefined ? null : <Slips typed={judged.typed} />}</Suspense>
      </div>
    </MoneyConfirm>
  );
}

/** What the order holds now, and what it would hold. */
function Held({ before, after }: { before: string; after: string }) {
  const shown = (text: string) => <bdi dir="ltr">{text}</bdi>;
  return before === after ? shown(before) : <Changed before={shown(before)} after={shown(after)} />;
}

function entryOf({ price, triggerPrice, quantity, expiresAt }: SpotOrder): Entry {
  return { price: price ?? '', trigger: triggerPrice ?? '', quantity, until: expiresAt ?? '' };
}

/** Only what differs is sent. An emptied field is no change that could be made. */
function changeOf(before: Entry, entry: Entry): Change {
  const { price, trigger, quantity, until } = entry;
  return {
    ...(price !== before.price && { price }),
    ...(trigger !== before.trigger && { trigger }),
    ...(quantity !== before.quantity && { quantity }),
    ...(until !== before.until && { until: until === '' ? null : until }),
  };
}

interface Judged {
  readonly wrong: { readonly field: string; readonly text: string } | null;
  readonly holds?: string;
  /** What it would cost and bring when it fills. */
  readonly costs: readonly Figure[];
  readonly fills?: string;
  /** With another price or size: warnings of possible typing errors. */
  readonly typed?: TypedOrder;
}

/** What the order would be; nothing is wrong while there is no price to judge it by. */
function useJudged(each: SpotOrder, change: Change, info: MarketInfo | undefined): Judged {
  const codes = useTranslation('codes').t;
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const costsOf = useCosts(each);
  const unknown = costsOf(null);
  const live = useQuote(each.code);
  const ticks = (text: string | null | undefined) => readTicks(text ?? '', each.priceScale);
  const [bid, ask] = [ticks(live?.bid ?? info?.bid), ticks(live?.ask ?? info?.ask)];
  const empty = (['price', 'trigger', 'quantity'] as const).find(
    (name) => change[name] !== undefined && !isFilledIn(change[name]),
  );
  if (empty !== undefined)
    return { wrong: { field: empty, text: codes(empty === 'quantity' ? '10016' : '11012') }, costs: unknown };
  if (info === undefined || info.spot === null || bid === undefined || ask === undefined || each.price === null)
    return { wrong: null, costs: unknown };
  if (each.type === 'market' || each.type === 'dust') return { wrong: null, costs: unknown };
  const now = Date.parse(live?.time ?? info.quoteTime ?? each.createdAt);
  const spot = { quantityScale: info.spot.quantityScale, feeRate: toFixed(each.feeRate) };
  const decision = decideAmendment(
    change,
    {
      side: each.side,
      type: each.type,
      triggered: each.triggeredAt !== null,
      price: each.price,
      trigger: each.triggerPrice,
      quantity: each.quantity,
    },
    {
      instrument: { base: each.base, priceScale: each.priceScale, spot },
      quote: { code: each.code, bid, ask, time: now, volume: 0 },
      now,
      tradable: true,
      pricesAllowed: true,
    },
  );
  if (isRefused(decision))
    return { wrong: { field: decision.field ?? 'price', text: codes(decision.refused) }, costs: unknown };
  const asset = paidAsset(decision.terms);
  const holds = `${format.amount(formatAmount(decision.deal.paid, asset), asset.code)} ${asset.code}`;
  const price = format.price(formatFixed(priceOf(decision.deal.price, each), each.priceScale), each.priceScale);
  const fills = decision.kind === 'fill' && { fills: t('amend.fills', { price }) };
  const isOther = (['price', 'trigger', 'quantity'] as const).some((name) => change[name] !== undefined);
  return {
    wrong: null,
    holds,
    costs: costsOf(decision),
    ...fills,
    ...(isOther && {
      typed: spotTyped(decision, { bid, ask }, { pair: each.type === 'oco', triggered: each.triggeredAt !== null }),
    }),
  };
}

/** The fee and the net result, of a pair at either of its prices: as for a new order. */
function useCosts({ feeRate, type }: SpotOrder): (decision: SpotDecision | null) => Figure[] {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const of = (decision: SpotDecision | null, figure: (decided: SpotDecision) => Amount | null, rounded: 'amount' | 'cost') => {
    const value = decision && figure(decision);
    if (decision === null || value === null) return absent;
    const asset = receivedAsset(decision.terms);
    return <bdi dir="ltr">{`${format[rounded](formatAmount(value, asset), asset.code)} ${asset.code}`}</bdi>;
  };
  const atStop = ({ terms, trigger }: SpotDecision) => (trigger === null ? null : dealAt(terms, trigger).net);
  return (decision) => [
    { name: t('figure.fee', { rate: format.rate(feeRate) }), value: of(decision, ({ deal }) => deal.fee, 'cost') },
    { name: t('figure.receive'), value: of(decision, ({ deal }) => deal.net, 'amount'), strong: true },
    ...(type === 'oco' ? [{ name: t('figure.atStop'), value: of(decision, atStop, 'amount') }] : []),
  ];
}
