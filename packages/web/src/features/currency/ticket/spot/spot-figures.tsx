import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, type Asset, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, rescale } from '@assay/domain/money/fixed.ts';
import { breakEvenSale } from '@assay/domain/spot/break-even.ts';
import type { SpotDecision } from '@assay/domain/spot/decide-submit.ts';
import { dealAt, paidAsset, receivedAsset, turnoverAt } from '@assay/domain/spot/terms.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Approximate } from '../../../../shared/trading/approximate.tsx';
import { BeforeAfter } from '../../../../shared/trading/before-after.tsx';
import { endShown } from '../../../../shared/trading/until.ts';
import { absent, useFormat } from '../../../../shared/words/format.ts';
import { type Figure, Figures } from '../../../../ui/figures.tsx';
import { balancesAfter, spreadCost } from './spot-preview.ts';
import type { SpotTicketState } from './use-spot-ticket.ts';

/** What changes hands, before the order is sent: price, fee, spread, both balances before and after. */
export function SpotFigures({ ticket, whole = false }: { ticket: SpotTicketState; whole?: boolean }) {
  return <Figures figures={useFigures(ticket, whole)} dense={!whole} />;
}

function useFigures({ form, info, prices, preview, balances }: SpotTicketState, whole: boolean): Figure[] {
  const { t } = useTranslation('spot');
  const costs = useTranslation('costs').t;
  const format = useFormat();
  if (prices === null || info.spot === null) return [];
  const decision = preview?.decision ?? null;
  const of = (show: (decision: SpotDecision) => ReactNode): ReactNode => (decision === null ? absent : show(decision));
  const exact = (value: Amount, asset: Asset) => `${format.exactAmount(formatAmount(value, asset), asset.code)} ${asset.code}`;
  // Nothing costs more than it says, and nothing brings less.
  const paid = (value: Amount, asset: Asset) => `${format.cost(formatAmount(value, asset), asset.code)} ${asset.code}`;
  const got = (value: Amount, asset: Asset) => `${format.amount(formatAmount(value, asset), asset.code)} ${asset.code}`;
  const after = decision === null || balances === undefined ? null : balancesAfter(balances, decision);
  const coin = assetOf(info.spot.base);
  const waits = decision?.kind === 'await';
  const trigger = decision?.trigger ?? null;
  const pair = waits && form.type === 'oco';
  const end = waits && prices !== null ? endShown(form.until, prices.now) : null;
  const limit = {
    name: t(pair ? 'figure.takeProfit' : waits ? 'figure.limit' : 'figure.price'),
    value: of(({ deal }) => format.price(formatFixed(priceOf(deal.price, info)), info.priceScale)),
  };
  const triggers = trigger !== null && {
    name: t(pair ? 'figure.stopLoss' : 'figure.trigger'),
    value: format.price(formatFixed(priceOf(trigger, info)), info.priceScale),
  };
  const figures: (Figure | false)[] = [
    // In the order of the ticket.
    ...(whole ? (pair ? [limit, triggers] : [triggers, limit]) : []),
    { name: t('figure.quantity'), value: of(({ terms }) => exact(terms.quantity, terms.base)) },
    {
      name: t('figure.turnover'),
      value: of(({ terms, deal }) => {
        const turnover = formatFixed(rescale(turnoverAt(terms, deal.price), 6, 'down'));
        return (
          <>
            {format.amount(turnover)} USDT
            <Approximate usdt={turnover} />
          </>
        );
      }),
    },
    { name: t(waits ? 'figure.holds' : 'figure.pay'), value: of(({ terms, deal }) => paid(deal.paid, paidAsset(terms))) },
    {
      name: t('figure.fee', { rate: format.rate(info.spot.feeRate) }),
      value: of(({ terms, deal }) => paid(deal.fee, receivedAsset(terms))),
    },
    { name: t('figure.receive'), value: of(({ terms, deal }) => got(deal.net, receivedAsset(terms))), strong: true },
    pair &&
      trigger !== null && {
        name: t('figure.atStop'),
        value: of(({ terms }) => got(dealAt(terms, trigger).net, receivedAsset(terms))),
      },
    whole && end !== null && { name: t('figure.until'), value: format.dateTime(end) },
    decision?.terms.side === 'buy' && {
      name: costs('breakEven'),
      value: of(({ terms, deal }) => {
        const from = breakEvenSale(terms, deal);
        return from === null ? absent : format.price(formatFixed(priceOf(from, info)), info.priceScale);
      }),
    },
    !waits && { name: t('figure.spread'), value: of((shown) => paid(spreadCost(shown, prices), usdt)) },
    balances !== undefined && {
      name: t('figure.balance', { asset: 'USDT' }),
      value: <BeforeAfter before={balances.usdt} after={after && amount(after.usdt)} asset={usdt} />,
    },
    balances !== undefined && {
      name: t('figure.balance', { asset: coin.code }),
      value: <BeforeAfter before={balances.coin} after={after && amount(after.coin)} asset={coin} />,
    },
  ];
  return figures.filter((figure) => figure !== false);
}
