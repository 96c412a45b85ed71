import { priceOf } from '@assay/domain/market/quote.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { fillPrice } from '@assay/domain/spot/terms.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../../shared/preferences.ts';
import { useFormat } from '../../../../shared/words/format.ts';
import { Chip } from '../../../../ui/chip.tsx';
import { NumberField } from '../../../../ui/number-field.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { SubmitButton } from '../submit-button.tsx';
import { ConfirmSpot } from './confirm-spot.tsx';
import { DayFigures } from './day-figures.tsx';
import { SpotFigures } from './spot-figures.tsx';
import { sizeForShare, withSeenPrice } from './spot-preview.ts';
import type { SpotTicketState } from './use-spot-ticket.ts';
import { spotInput, useSubmitSpot } from './use-submit-spot.ts';

const shares = [25, 50, 75, 100] as const;
const turnoverDecimals = 2;

/** The ticket for coins: bought and sold at the house's own two prices, which stand above; there is no order book. */
export function SpotTicket({ ticket, onOpened }: { ticket: SpotTicketState; onOpened?: () => void }) {
  const { t } = useTranslation('spot');
  const { form, change, info, preview } = ticket;
  const submission = useSubmitSpot(info);
  const confirms = usePreferences((preferences) => preferences.confirmSpot);
  /** The question before the order is sent; `seen` is the price that has moved since the person looked. */
  const [question, setQuestion] = useState<{ seen: string | null } | null>(null);
  const blocker = useBlockerText(ticket);
  const request = ticket.market === null && ticket.blocked === null ? (preview?.request ?? null) : null;
  const send = async () => {
    if (request === null || ticket.prices === null) {
      // Back on the ticket the button names whatever came in between.
      setQuestion(null);
      return;
    }
    const named = withSeenPrice(request, ticket.prices);
    const outcome = await submission.place(spotInput(info.code, named));
    setQuestion(outcome === 'requote' ? { seen: named.seenPrice ?? null } : null);
    if (outcome !== 'done') return;
    change({ size: '' });
    onOpened?.();
  };
  return (
    <form
      className="flex flex-col gap-s4"
      onSubmit={(event) => {
        event.preventDefault();
        if (request === null || submission.busy) return;
        if (confirms) setQuestion({ seen: null });
        else void send();
      }}
    >
      <DayFigures info={info} />
      <Terms ticket={ticket} />
      {form.type === 'limit' ? <LimitField ticket={ticket} /> : null}
      <SizeField ticket={ticket} />
      <SubmitButton
        signedIn={ticket.market !== 'signedOut'}
        blocker={blocker}
        look={form.side === 'buy' ? 'rise' : 'fall'}
        label={t(`action.${form.side}`, { base: info.base })}
        busy={submission.busy}
      />
      <div className="border-t border-line pt-s3">
        <SpotFigures ticket={ticket} />
      </div>
      <p className="text-caption text-muted">{t('rules')}</p>
      <ConfirmSpot
        ticket={ticket}
        seen={question?.seen ?? null}
        open={question !== null && !submission.unknown}
        onOpenChange={(open) => {
          if (!open) setQuestion(null);
        }}
        busy={submission.busy}
        onConfirm={() => void send()}
        onCancel={submission.cancel}
      />
    </form>
  );
}

function Terms({ ticket: { form, change } }: { ticket: SpotTicketState }) {
  const { t } = useTranslation('spot');
  const words = useTranslation('currency').t;
  return (
    <>
      <Segmented
        label={t('side')}
        value={form.side}
        onChange={(side) => change({ side, size: '' })}
        options={[
          { value: 'buy', label: t('buy'), className: 'bg-rise text-on-change' },
          { value: 'sell', label: t('sell'), className: 'bg-fall text-on-change' },
        ]}
      />
      <Segmented
        label={words('ticket.type')}
        value={form.type}
        onChange={(type) => change({ type })}
        options={[
          { value: 'market', label: words('ticket.market') },
          { value: 'limit', label: words('ticket.limit') },
        ]}
      />
    </>
  );
}

function LimitField({ ticket: { form, change, info, prices, preview } }: { ticket: SpotTicketState }) {
  const { t } = useTranslation('spot');
  const words = useTranslation('currency').t;
  const format = useFormat();
  const wrong = form.price !== '' && preview?.blocked?.code === '11012';
  const market = prices === null ? null : formatFixed(priceOf(fillPrice(form.side, prices.quote), info), info.priceScale);
  return (
    <NumberField
      label={words('ticket.price')}
      value={form.price}
      onChange={(price) => change({ price })}
      decimals={info.priceScale}
      error={wrong ? words('blocker.price') : undefined}
      hint={
        preview?.decision?.kind === 'fill' && market !== null
          ? t('fillsNow', { price: format.price(market, info.priceScale) })
          : undefined
      }
      unitCode={info.quote}
      unit={
        <span className="flex items-center gap-s2">
          {market === null ? null : (
            <button
              type="button"
              className="min-h-[24px] rounded-small px-s1 font-semibold text-accent hover:underline"
              onClick={() => change({ price: market })}
            >
              {words('ticket.useLast')}
            </button>
          )}
          {info.quote}
        </span>
      }
    />
  );
}

/** The size as a quantity of coins or as a turnover, or as a share of what the side pays with. */
function SizeField({ ticket }: { ticket: SpotTicketState }) {
  const { t } = useTranslation('spot');
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
        error={form.size !== '' && blocked === '10016' ? t('blocker.size') : undefined}
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
            <bdi dir="ltr">{share}%</bdi>
          </Chip>
        ))}
      </div>
    </div>
  );
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
  const words = useTranslation('currency').t;
  if (market === 'stopped') return stopped;
  if (market !== null) return words(`blocker.${market}`);
  switch (blocked) {
    case null:
      return null;
    case 'missing':
      if (preview?.blocked?.field === 'price') return words('blocker.enterPrice');
      return form.side === 'buy' && form.sizeBy === 'quantity' ? t('blocker.buyQuantity') : words('blocker.enterSize');
    case '10016':
      return t('blocker.size');
    case '11012':
      return words('blocker.price');
    case '10011':
    case '11013':
      return t('blocker.balance', { asset: form.side === 'buy' ? 'USDT' : info.base });
    case '11011':
      return words('blocker.prices');
    default:
      return words('blocker.other');
  }
}
