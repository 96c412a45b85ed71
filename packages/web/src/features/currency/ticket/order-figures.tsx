import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount, minus } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { holdingOf } from '@assay/domain/positions/costs.ts';
import type { OpenDecision } from '@assay/domain/positions/decide-open.ts';
import { closingPrice } from '@assay/domain/positions/terms.ts';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { Approximate } from '../../../shared/trading/approximate.tsx';
import { BeforeAfter } from '../../../shared/trading/before-after.tsx';
import { useCostFigures } from '../../../shared/trading/results/cost-block.tsx';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { type Figure, Figures } from '../../../ui/figures.tsx';
import { useTargetFigures } from './target-figures.tsx';
import type { Ticket } from './use-ticket.ts';

/**
 * What the order does to the account, before it is sent: each cost, the balance before and after, the worst case. Without a
 * size three names wait for their figures; further figures come below them, so that nothing jumps. A confirmation shows all of
 * it.
 */
export function OrderFigures({ ticket, whole = false }: { ticket: Ticket; whole?: boolean }) {
  return <Figures figures={useFigures(ticket, whole)} dense={!whole} />;
}

function useFigures({ info, form, situation, preview }: Ticket, whole: boolean): Figure[] {
  const { t } = useTranslation('currency');
  const targetFigures = useTargetFigures();
  const format = useFormat();
  const signedIn = useSession((session) => session.isLogin);
  const decision = preview?.decision ?? null;
  // An order at the market would close at the other side of the quote, one that waits at its limit.
  const closing =
    decision === null || situation === null
      ? null
      : decision.kind === 'open'
        ? closingPrice(form.side, situation.quote)
        : decision.opening.price;
  const costs = useCostFigures({
    holding: decision === null ? null : holdingOf(decision.terms, decision.opening),
    closing,
    ...decision?.stops,
    // What it brings beside targets is shown with them.
    ...(decision !== null && decision.targets.length > 0 && { takeProfit: null }),
  });
  if (situation === null || info.contract === null) return [];
  const { available } = situation;
  const of = (show: (decision: OpenDecision) => ReactNode): ReactNode => (decision === null ? absent : show(decision));
  const money = (value: Amount) => `${format.cost(formatAmount(value, usdt))} USDT`;
  const price = (ticks: number) => format.price(formatFixed(priceOf(ticks, info)), info.priceScale);
  const trigger = decision?.trigger ?? null;
  const trailing = decision?.stops.trailing ?? null;
  const until = decision?.until ?? null;
  const figures: (Figure | false)[] = [
    whole && form.type === 'stopLimit' && trigger !== null && { name: t('ticket.trigger'), value: price(trigger) },
    whole && {
      name: t(form.type === 'market' ? 'receipt.entry' : form.type === 'stop' ? 'receipt.entryStop' : 'receipt.entryLimit'),
      value: of(({ opening }) => price(opening.price)),
    },
    whole && {
      name: t('receipt.quantity'),
      value: of(({ terms }) => `${format.quantity(formatFixed(terms.quantity))} ${info.base}`),
    },
    signedIn && {
      name: t('receipt.balance'),
      value:
        available === undefined ? (
          absent
        ) : (
          <BeforeAfter before={available} after={decision === null ? null : minus(available, decision.hold)} asset={usdt} />
        ),
    },
    whole && until !== null && { name: <UntilName />, value: <bdi>{format.dateTime(new Date(until).toISOString())}</bdi> },
    whole && trailing !== null && { name: t('ticket.trailing'), value: price(trailing.distance) },
    {
      name: t('receipt.margin'),
      value: of(({ opening }) => (
        <>
          {money(opening.margin)}
          <Approximate usdt={formatAmount(opening.margin, usdt)} />
        </>
      )),
      strong: true,
    },
    {
      name: t('receipt.liquidation'),
      value: of(({ liquidation }) => (liquidation === null ? t('receipt.noLiquidation') : price(liquidation))),
      strong: true,
    },
    { name: t('receipt.worstCase'), value: of(({ worstCase }) => money(worstCase)), strong: true },
    ...(decision === null
      ? []
      : [
          { name: t('receipt.notional'), value: `${format.amount(formatFixed(decision.opening.notional))} USDT` },
          ...costs,
          ...(whole ? targetFigures(decision) : []),
          { name: t('receipt.spread'), value: price(situation.quote.ask - situation.quote.bid) },
        ]),
  ];
  return figures.filter((figure) => figure !== false);
}

/** Its words belong to orders that wait: a ticket for one at the market waits for none of them. */
function UntilName() {
  return (
    <Suspense fallback={null}>
      <UntilWords />
    </Suspense>
  );
}

function UntilWords() {
  return useTranslation('waiting').t('until.label');
}
