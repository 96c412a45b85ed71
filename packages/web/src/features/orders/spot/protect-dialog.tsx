import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { type Amount, formatAmount, least, minus, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, rescale, toFixed } from '@assay/domain/money/fixed.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { decideSubmit } from '@assay/domain/spot/decide-submit.ts';
import { dealAt } from '@assay/domain/spot/terms.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useLearnOrder } from '../../../shared/trading/account.ts';
import { useMarketInfo } from '../../../shared/trading/market/market.ts';
import { usePairAssets } from '../../../shared/trading/order-lists.ts';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { Slips, type TypedOrder } from '../../../shared/trading/slip-notes.tsx';
import { UntilField } from '../../../shared/trading/until-field.tsx';
import { type Until, untilSent } from '../../../shared/trading/until.ts';
import { spotTyped } from '../../../shared/trading/waiting/spot-typed.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { isFilledIn } from '../../../shared/words/read-number.ts';
import { tellOfOrders } from '../../../ui/toasts/toast.tsx';
import { LivePrice } from '../cells.tsx';
import { SpotCell } from './spot-cell.tsx';

/** Take-profit and stop-loss for what a purchase has brought: one order that holds the coins once. */
export function ProtectDialog({ order: bought, onDone }: { order: SpotOrder; onDone(): void }) {
  const { t } = useTranslation('waiting');
  const words = useTranslation('orders').t;
  const format = useFormat();
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const submit = useMove(calls.order.submit, bought.code);
  const info = useMarketInfo(bought.instrumentId).data;
  const there = useThere(bought);
  const [entry, setEntry] = useState<Typed>({ price: '', trigger: '', quantity: null, until: '' });
  const quantity = entry.quantity ?? quantityOf(bought, there, info);
  const request = requestOf({ ...entry, quantity });
  const judged = useJudged(bought, request, info);
  const done = useWhileHere(onDone);
  const ready = [entry.price, entry.trigger, quantity].every(isFilledIn) && judged.wrong === null;
  const place = async () => {
    if (!ready) return;
    const price = (text: string) => format.price(text, bought.priceScale);
    const levels = `${words('term.takeProfit')} ${price(entry.price)} · ${words('term.stopLoss')} ${price(entry.trigger)}`;
    const summary = `${bought.code} · ${levels} · ${format.quantity(quantity)} ${bought.base}`;
    try {
      const placed = await submit.submit({ code: bought.code, ...request }, { summary });
      if (placed === undefined) return;
      tellOfOrders({ kind: 'success', title: `${bought.code} · ${t('protect.title')}` });
      learnOrder(placed);
      done();
    } catch (error) {
      tellFailed(error, summary);
      learnOrder(null);
    }
  };
  const field = (name: 'price' | 'trigger', label: string, net: string | null) => (
    <NumberField
      label={label}
      value={entry[name]}
      onChange={(text) => setEntry((known) => ({ ...known, [name]: text }))}
      decimals={bought.priceScale}
      unit="USDT"
      error={entry[name] !== '' && judged.wrong?.field === name ? judged.wrong.text : undefined}
      hint={net === null ? undefined : <bdi>{t('protect.net', { amount: format.amount(net) })}</bdi>}
    />
  );
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={t('protect.title')}
      description={<SpotCell order={bought} />}
      rows={[{ name: words('column.last'), value: <LivePrice order={bought} /> }]}
      confirm={t('protect.action')}
      busy={submit.isPending}
      blocked={!ready}
      onConfirm={() => void place()}
      onCancel={submit.cancel}
    >
      <div className="mt-s4 flex flex-col gap-s4">
        {field('price', words('term.takeProfit'), judged.atPrice)}
        {field('trigger', words('term.stopLoss'), judged.atTrigger)}
        <NumberField
          label={t('amend.quantity')}
          value={quantity}
          onChange={(text) => setEntry((known) => ({ ...known, quantity: text }))}
          decimals={info?.spot?.quantityScale ?? 8}
          unit={bought.base}
          error={quantity !== '' && judged.wrong?.field === 'quantity' ? judged.wrong.text : undefined}
        />
        <UntilField
          value={entry.until}
          onChange={(until) => setEntry((known) => ({ ...known, until }))}
          wrong={judged.wrong?.field === 'until'}
        />
        <p className="text-caption text-muted">{t('protect.text')}</p>
        {/* Its words are fetched when there is something to say. */}
        <Suspense fallback={null}>{judged.typed === null ? null : <Slips typed={judged.typed} />}</Suspense>
      </div>
    </MoneyConfirm>
  );
}

/** What is free of the coin; undefined while that is not known. */
function useThere({ code, base }: SpotOrder): Amount | undefined {
  const { data } = usePairAssets(code);
  const own = data?.balances.find(({ asset }) => asset === base)?.available;
  return own === undefined ? undefined : parseAmount(own, assetOf(base));
}

/** What the purchase has brought, as far as it is still there, in whole steps. */
function quantityOf(bought: SpotOrder, there: Amount | undefined, info: MarketInfo | undefined): string {
  const asset = assetOf(bought.base);
  const scale = info?.spot?.quantityScale;
  if (there === undefined || scale === undefined) return '';
  const came = minus(parseAmount(bought.quantity, asset) ?? nothing, parseAmount(bought.fee, asset) ?? nothing);
  const most = toFixed(formatAmount(least(came, there), asset));
  const cut = most.scale > scale ? rescale(most, scale, 'down') : most;
  return cut.units === 0n ? '' : formatFixed(cut);
}

interface Entry {
  readonly price: string;
  readonly trigger: string;
  readonly quantity: string;
  readonly until: Until;
}

/** All that is there, until something else is typed. */
type Typed = Omit<Entry, 'quantity'> & { readonly quantity: string | null };

function requestOf({ price, trigger, quantity, until }: Entry) {
  const end = untilSent(until);
  return { side: 'sell', type: 'oco', price, trigger, quantity, ...(end !== undefined && { until: end }) } as const;
}

interface Judged {
  readonly wrong: { readonly field: string; readonly text: string } | null;
  readonly atPrice: string | null;
  readonly atTrigger: string | null;
  /** Whatever about it may not have been meant. */
  readonly typed: TypedOrder | null;
}

/** By the function with which the server decides; what each of the two would bring, after the fee. */
function useJudged(bought: SpotOrder, request: ReturnType<typeof requestOf>, info: MarketInfo | undefined): Judged {
  const codes = useTranslation('codes').t;
  const live = useQuote(bought.code);
  const ticks = (text: string | undefined) => readTicks(text ?? '', bought.priceScale);
  const [bid, ask] = [ticks(live?.bid ?? info?.bid), ticks(live?.ask ?? info?.ask)];
  const none = { wrong: null, atPrice: null, atTrigger: null, typed: null };
  if (info === undefined || info.spot === null || bid === undefined || ask === undefined) return none;
  const time = Date.parse(live?.time ?? info.quoteTime ?? bought.createdAt);
  const spot = { quantityScale: info.spot.quantityScale, feeRate: toFixed(info.spot.feeRate) };
  const decision = decideSubmit(request, {
    instrument: { base: bought.base, priceScale: bought.priceScale, spot },
    quote: { code: bought.code, bid, ask, time, volume: 0 },
    now: time,
    tradable: true,
    pricesAllowed: true,
  });
  if (isRefused(decision)) return { ...none, wrong: { field: decision.field ?? 'price', text: codes(decision.refused) } };
  const net = (price: number | null) => (price === null ? null : formatAmount(dealAt(decision.terms, price).net, usdt));
  const typed = spotTyped(decision, { bid, ask }, { pair: true });
  return { wrong: null, atPrice: net(decision.limit), atTrigger: net(decision.trigger), typed };
}
