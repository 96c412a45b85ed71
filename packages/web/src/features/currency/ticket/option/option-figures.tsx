import { mid, priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount, minus } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { breakEvenChance, expiryOf } from '@assay/domain/options/periods.ts';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../../shared/client/session.ts';
import { BeforeAfter } from '../../../../shared/trading/before-after.tsx';
import { absent, useFormat } from '../../../../shared/words/format.ts';
import { type Figure, Figures } from '../../../../ui/figures.tsx';
import type { OptionTicketState } from './use-option-ticket.ts';

/** The possible results of the option, before it is bought: won, lost, level; strike and expiry of this moment. */
export function OptionFigures({ ticket, whole = false }: { ticket: OptionTicketState; whole?: boolean }) {
  return <Figures figures={useFigures(ticket)} dense={!whole} />;
}

function useFigures({ info, situation, preview, period, available, market }: OptionTicketState): Figure[] {
  const { t } = useTranslation('options');
  const format = useFormat();
  const signedIn = useSession((session) => session.isLogin);
  if (situation === null || period === undefined) return [];
  const decision = preview?.decision ?? null;
  // The last quote of a closed market says nothing about when an option would expire.
  const rests = market === 'closed' || market === 'suspended';
  const signed = (units: bigint) => `${format.result(formatFixed({ units, scale: usdt.scale }))} USDT`;
  const money = (value: Amount) => `${format.amount(formatAmount(value, usdt))} USDT`;
  const figures: (Figure | false)[] = [
    {
      name: t('figure.strike'),
      value: format.price(formatFixed(priceOf(mid(situation.quote), info)), info.priceScale),
    },
    {
      name: t('figure.expiry'),
      value: rests ? absent : <bdi dir="auto">{format.dateTime(expiryOf(period, situation.now))}</bdi>,
    },
    {
      name: t('figure.won'),
      value:
        decision === null ? (
          format.change(formatFixed({ ...period.payoutRate, units: period.payoutRate.units * 100n }))
        ) : (
          <span className="text-gain">{signed(decision.profitIfWon)}</span>
        ),
      strong: true,
    },
    {
      name: t('figure.lost'),
      value: decision === null ? format.change('-100') : <span className="text-loss">{signed(-decision.terms.stake)}</span>,
      strong: true,
    },
    { name: t('figure.chance'), value: format.rate(formatFixed(breakEvenChance(period.payoutRate))) },
    { name: t('figure.tie'), value: decision === null ? absent : money(decision.terms.stake) },
    { name: t('figure.expectedReturn'), value: decision === null ? absent : money(decision.expectedReturn) },
    signedIn && {
      name: t('figure.balance'),
      value:
        available === undefined ? (
          absent
        ) : (
          <BeforeAfter
            before={available}
            after={decision === null ? null : minus(available, decision.terms.stake)}
            asset={usdt}
          />
        ),
    },
  ];
  return figures.filter((figure) => figure !== false);
}
