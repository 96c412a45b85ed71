import { inARow } from '@assay/contract/sentences.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { largestTurnover, smallestTurnover } from '@assay/domain/spot/decide-submit.ts';
import { fillPrice } from '@assay/domain/spot/terms.ts';
import { useTranslation } from 'react-i18next';
import { Slips } from '../../../../shared/trading/slip-notes.tsx';
import { slippageBps } from '../../../../shared/trading/slippage.ts';
import { UntilField } from '../../../../shared/trading/until-field.tsx';
import { spotTyped } from '../../../../shared/trading/waiting/spot-typed.ts';
import { useFormat } from '../../../../shared/words/format.ts';
import { NumberField } from '../../../../shared/words/number-field.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { LimitField } from '../limit-field.tsx';
import { type Question, TicketForm } from '../ticket-form.tsx';
import { sizeName } from '../ticket-wishes.ts';
import { DayFigures } from './day-figures.tsx';
import { SpotFigures } from './spot-figures.tsx';
import { hasTrigger, sizeForShare, withSeenPrice, withSide } from './spot-preview.ts';
import { type SpotEntry, type SpotTicketState, useSpotTicket } from './use-spot-ticket.ts';
import { spotInput, useSubmitSpot } from './use-submit-spot.ts';

const shares = [25, 50, 75, 100] as const;
const turnoverDecimals = 2;

/** The ticket for coins: bought and sold at the house's own two prices, which are shown above; there is no order book. */
export function SpotTicket({ entry, onOpened }: { entry: SpotEntry; onOpened?: () => void }) {
  const { t } = useTranslation('spot');
  const ticket = useSpotTicket(entry);
  const format = useFormat();
  const { form, change, info, prices, preview } = ticket;
  const submission = useSubmitSpot(info);
  const request = ticket.market === null && ticket.blocked === null ? (preview?.request ?? null) : null;
  const send =
    request === null || prices === null
      ? null
      : (asks: () => boolean) => {
          const named = withSeenPrice(request, prices);
          return { outcome: submission.place(spotInput(info.code, named), asks), seen: named.seenPrice ?? null };
        };
  const last = prices === null ? null : formatFixed(priceOf(fillPrice(form.side, prices.quote), info), info.priceScale);
  const fillsNow = preview?.decision?.kind === 'fill' && last !== null;
  return (
    <TicketForm
      blocker={useBlockerText(ticket)}
      signedIn={ticket.market !== 'signedOut'}
      entry={JSON.stringify(form)}
      send={send}
      submission={submission}
      asks="confirmSpot"
      question={useQuestion(ticket)}
      look={form.side === 'buy' ? 'gain' : 'loss'}
      action={t(`action.${form.side}`, { base: info.base })}
      after={
        <>
          <div className="border-t border-line pt-s3">
            <SpotFigures ticket={ticket} />
          </div>
          <p className="text-caption text-muted">{t('rules')}</p>
        </>
      }
      onDone={() => {
        change({ size: '' });
        onOpened?.();
      }}
    >
      <DayFigures info={info} />
      {prices?.limits?.coins === 'claim' && form.side === 'buy' ? (
        <p role="note" className="rounded-middle bg-warn-soft p-s3 text-caption">
          {t('claim', { base: info.base })}
        </p>
      ) : null}
      <Terms ticket={ticket} />
      <PriceFields
        ticket={ticket}
        last={last}
        hint={fillsNow ? t('fillsNow', { price: format.price(last, info.priceScale) }) : undefined}
      />
      <SizeField ticket={ticket} />
      {form.type === 'market' ? null : (
        <UntilField
          value={form.until}
          onChange={(until) => change({ until })}
          wrong={preview?.blocked?.field === 'until' || form.until === 'date'}
        />
      )}
    </TicketForm>
  );
}

interface PriceFieldsProps {
  ticket: SpotTicketState;
  /** What the order would have at once. */
  last: string | null;
  hint: string | undefined;
}

/** What an order waits for: trigger and limit, or take-profit and stop-loss. */
function PriceFields({ ticket: { form, change, info, preview }, last, hint }: PriceFieldsProps) {
  const { t } = useTranslation('spot');
  const words = useTranslation('currency').t;
  if (form.type === 'market') return null;
  const pair = form.type === 'oco';
  const wrong = (field: 'price' | 'trigger') => preview?.blocked?.field === field && preview.blocked.code !== 'missing';
  const trigger = hasTrigger(form) ? (
    <LimitField
      info={info}
      label={pair ? words('ticket.stopLoss') : t('trigger')}
      value={form.trigger}
      onChange={(text) => change({ trigger: text })}
      last={null}
      wrong={wrong('trigger')}
      hint={pair ? undefined : t(`triggerHint.${form.side}`)}
    />
  ) : null;
  const limit = (
    <LimitField
      info={info}
      {...(pair && { label: words('ticket.takeProfit') })}
      value={form.price}
      onChange={(price) => change({ price })}
      last={form.type === 'limit' ? last : null}
      wrong={wrong('price')}
      hint={hint}
    />
  );
  return pair ? (
    <>
      {limit}
      {trigger}
    </>
  ) : (
    <>
      {trigger}
      {limit}
    </>
  );
}

function Terms({ ticket: { form, change } }: { ticket: SpotTicketState }) {
  const { t } = useTranslation('spot');
  const words = useTranslation('currency').t;
  const orders = useTranslation('orders').t;
  return (
    <>
      <Segmented
        label={t('side')}
        value={form.side}
        onChange={(side) => change(withSide(form, side))}
        options={[
          { value: 'buy', label: t('buy'), className: 'bg-gain text-on-change' },
          { value: 'sell', label: t('sell'), className: 'bg-loss text-on-change' },
        ]}
      />
      <Segmented
        label={words('ticket.type')}
        value={form.type}
        onChange={(type) => change({ type })}
        options={[
          { value: 'market', label: words('ticket.market') },
          { value: 'limit', label: words('ticket.limit') },
          { value: 'stopLimit', label: orders('value.stopLimit') },
          ...(form.side === 'sell' ? [{ value: 'oco' as const, label: t('type.oco') }] : []),
        ]}
      />
    </>
  );
}

/** The size as a quantity of coins or as a turnover, or as a share of what the side pays with. */
function SizeField({ ticket }: { ticket: SpotTicketState }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const range = useSizes();
  const { form, change, info, prices, balances, blocked } = ticket;
  const spot = info.spot;
  if (spot === null) return null;
  const chosen = (share: number) => {
    if (prices === null || balances === undefined) return false;
    const size = sizeForShare(form, prices, balances, share);
    return form.size !== '' && size.size === form.size && size.sizeBy === form.sizeBy;
  };
  return (
    <div className="flex flex-col gap-s2">
      <NumberField
        label={t('size.label')}
        name={sizeName}
        aside={
          <Segmented
            compact
            label={t('size.by')}
            value={form.sizeBy}
            onChange={(sizeBy) => change({ sizeBy, size: '' })}
            options={[
              { value: 'quantity', label: t('size.quantity') },
              { value: 'turnover', label: t('size.turnover') },
            ]}
          />
        }
        value={form.size}
        onChange={(size) => change({ size })}
        decimals={form.sizeBy === 'quantity' ? spot.quantityScale : turnoverDecimals}
        unit={form.sizeBy === 'quantity' ? spot.base : 'USDT'}
        placeholder="0"
        error={form.size !== '' && blocked === '10016' ? t('blocker.size', range) : undefined}
        hint={<Available ticket={ticket} />}
      />
      <div role="group" aria-label={t('size.share')} className="grid grid-cols-4 gap-s2">
        {shares.map((share) => (
          <Chip
            key={share}
            chosen={chosen(share)}
            disabled={prices === null || balances === undefined}
            onClick={() => {
              if (prices !== null && balances !== undefined) change(sizeForShare(form, prices, balances, share));
            }}
            className="px-0"
          >
            <bdi dir="ltr">{format.rate(String(share / 100))}</bdi>
          </Chip>
        ))}
      </div>
    </div>
  );
}

/** What one order may be, as it is written. */
function useSizes() {
  const format = useFormat();
  return { min: format.quantity(formatFixed(smallestTurnover)), max: format.quantity(formatFixed(largestTurnover)) };
}

/** The balance that the side pays with, and what orders hold of it. */
function Available({ ticket: { form, info, balances, held } }: { ticket: SpotTicketState }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  if (balances === undefined || held === undefined) return null;
  const asset = form.side === 'buy' ? usdt : assetOf(info.base);
  const which = form.side === 'buy' ? 'usdt' : 'coin';
  const shown = (text: string) => `${format.amount(text, asset.code)} ${asset.code}`;
  return (
    <span className="flex flex-wrap justify-between gap-x-s3">
      <span>
        {t('balance.available')} <bdi dir="ltr">{shown(formatAmount(balances[which], asset))}</bdi>
      </span>
      {held[which] === 0n ? null : (
        <span>
          {t('balance.held')} <bdi dir="ltr">{shown(formatAmount(held[which], asset))}</bdi>
        </span>
      )}
    </span>
  );
}

function useBlockerText({ market, blocked, preview, info, form, stopped }: SpotTicketState): string | null {
  const { t } = useTranslation('spot');
  const range = useSizes();
  const words = useTranslation('currency').t;
  const waiting = useTranslation('waiting').t;
  if (market === 'stopped') return stopped;
  if (market !== null) return words(`blocker.${market}`);
  switch (blocked) {
    case null:
      return null;
    case 'missing':
      if (preview?.blocked?.field === 'trigger') {
        return form.type === 'oco' ? words('ticket.enter.stopLoss') : t('blocker.enterTrigger');
      }
      if (preview?.blocked?.field === 'price') {
        return form.type === 'oco' ? words('ticket.enter.takeProfit') : words('blocker.enterPrice');
      }
      return form.side === 'buy' && form.sizeBy === 'quantity' ? t('blocker.buyQuantity') : words('blocker.enterSize');
    case '10016':
      return t('blocker.size', range);
    case '11012':
      return words('blocker.price');
    case '11321':
      return t(`blocker.trigger.${form.side}`);
    case '11322':
      return t('blocker.pair');
    case '11305':
      return waiting('until.wrong');
    case '10011':
    case '11013':
      return t('blocker.balance', { asset: form.side === 'buy' ? 'USDT' : info.base });
    case '11218':
      return t('blocker.closed');
    case '11213':
      return words('blocker.dealMax');
    case '11011':
      return words('blocker.prices');
    default:
      return words('blocker.other');
  }
}

/** The order as it was typed, to warn of possible typing errors. */
function typedOf({ form, prices, preview }: SpotTicketState) {
  const decision = preview?.decision ?? null;
  return decision === null || prices === null ? null : spotTyped(decision, prices.quote, { pair: form.type === 'oco' });
}

/** The last look, live until it is confirmed. Also asks again when the price has moved. */
function useQuestion(ticket: SpotTicketState): (seen: string | null) => Question {
  const { t } = useTranslation('spot');
  const words = useTranslation('currency').t;
  const orders = useTranslation('orders').t;
  const format = useFormat();
  const { form, info, preview } = ticket;
  const price = (text: string) => format.price(text, info.priceScale);
  const deal = preview?.decision?.deal.price;
  const now = deal === undefined ? '' : price(formatFixed(priceOf(deal, info)));
  const waits = form.type === 'market' ? 'limit' : form.type;
  const slippage = words('ticket.slippage', { percent: format.rate(String(slippageBps / 10_000)) });
  return (seen) => ({
    ...(seen === null
      ? {
          title: words('confirm.title'),
          description: `${t(`action.${form.side}`, { base: info.base })} · ${orders(`value.${form.type}`)}`,
        }
      : {
          title: words('confirm.requoteTitle'),
          description: words('confirm.requoteText', { seen: price(seen), now }),
          confirm: words('confirm.requote'),
        }),
    figures: <SpotFigures ticket={ticket} whole />,
    slips: <Slips typed={typedOf(ticket)} />,
    note:
      preview?.decision?.kind === 'await'
        ? t(`confirm.${waits}`)
        : inARow(t('confirm.market'), form.type === 'market' ? slippage : null),
  });
}
