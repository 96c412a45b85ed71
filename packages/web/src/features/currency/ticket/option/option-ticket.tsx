import { inARow } from '@assay/contract/sentences.ts';
import { mid, priceOf } from '@assay/domain/market/quote.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { breakEvenChance } from '@assay/domain/options/periods.ts';
import { Minus, Plus, TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Slips } from '../../../../shared/trading/slip-notes.tsx';
import { strikeSlippageBps } from '../../../../shared/trading/slippage.ts';
import { useFormat } from '../../../../shared/words/format.ts';
import { NumberField } from '../../../../shared/words/number-field.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { cx } from '../../../../ui/cx.ts';
import { Segmented } from '../../../../ui/segmented.tsx';
import { type Question, TicketForm } from '../ticket-form.tsx';
import { sizeName } from '../ticket-wishes.ts';
import { OptionFigures } from './option-figures.tsx';
import { isClosedAtExpiry, largestStake, seenStrike } from './option-preview.ts';
import { RunningOptions } from './running-options.tsx';
import { useBuyOption } from './use-buy-option.ts';
import { type OptionEntry, type OptionTicketState, useOptionTicket } from './use-option-ticket.ts';

const quickStakes = ['10', '50', '100', '500'] as const;
const stakeDecimals = 2;

/** The ticket for a fixed-time option: direction, period, stake, and the possible results. */
export function OptionTicket({ entry, onOpened }: { entry: OptionEntry; onOpened?: () => void }) {
  const { t } = useTranslation('options');
  const ticket = useOptionTicket(entry);
  const { form, change, info, preview, market, situation } = ticket;
  const buying = useBuyOption(info);
  const ready = market === null && ticket.blocked === null && (preview?.decision ?? null) !== null;
  const send =
    ready && situation !== null
      ? (asks: () => boolean) => {
          const strike = seenStrike(situation);
          return { outcome: buying.place({ code: info.code, ...form, ...strike }, asks), seen: strike.seenPrice };
        }
      : null;
  return (
    <TicketForm
      blocker={useBlockerText(ticket)}
      signedIn={market !== 'signedOut'}
      entry={JSON.stringify(form)}
      send={send}
      submission={buying}
      asks="confirmOptions"
      question={useQuestion(ticket)}
      look={form.direction === 'up' ? 'gain' : 'loss'}
      action={t(`buy.${form.direction}`)}
      icon={directionIcons[form.direction]}
      after={
        <>
          <RunningOptions
            code={info.code}
            onAgain={({ direction, amount, periodId }) => change({ direction, amount, periodId })}
          />
          <div className="border-t border-line pt-s3">
            <OptionFigures ticket={ticket} />
          </div>
          <Rules ticket={ticket} />
        </>
      }
      onDone={() => {
        change({ amount: '' });
        onOpened?.();
      }}
    >
      <DirectionField ticket={ticket} />
      <PeriodField ticket={ticket} />
      <StakeField ticket={ticket} />
    </TicketForm>
  );
}

const directionIcons = { up: TrendingUp, down: TrendingDown } as const;

function DirectionField({ ticket: { form, change } }: { ticket: OptionTicketState }) {
  const { t } = useTranslation('orders');
  return (
    <Segmented
      label={t('term.direction')}
      value={form.direction}
      onChange={(direction) => change({ direction })}
      options={(['up', 'down'] as const).map((value) => {
        const Icon = directionIcons[value];
        return {
          value,
          className: value === 'up' ? 'bg-gain text-on-change' : 'bg-loss text-on-change',
          label: (
            <span className="inline-flex items-center gap-s2">
              <Icon aria-hidden className="size-icon shrink-0" />
              {t(`direction.${value}`)}
            </span>
          ),
        };
      })}
    />
  );
}

/** How long it runs and what that pays, one step at a time, with the chance that the payout implies. */
function PeriodField({ ticket: { form, change, situation, period } }: { ticket: OptionTicketState }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  if (situation === null || period === undefined) return null;
  const { periods } = situation;
  const place = periods.findIndex(({ id }) => id === period.id);
  const open = (id: string) => !isClosedAtExpiry(id, situation);
  const shorter = periods.slice(0, place).findLast(({ id }) => open(id));
  const longer = periods.slice(place + 1).find(({ id }) => open(id));
  const step = (to: typeof shorter, name: 'shorter' | 'longer') => (
    <IconButton
      label={t(`period.${name}`)}
      disabled={to === undefined}
      onClick={() => {
        if (to !== undefined) change({ periodId: to.id });
      }}
      className="shrink-0 border border-line-strong"
    >
      {name === 'shorter' ? <Minus aria-hidden /> : <Plus aria-hidden />}
    </IconButton>
  );
  return (
    <div className="flex flex-col gap-s2">
      <span className="text-caption font-medium text-muted">{t('period.label')}</span>
      <div
        role="group"
        aria-label={t('period.label')}
        className="flex items-center justify-between gap-s3 rounded-middle bg-surface-0 p-s3"
      >
        {step(shorter, 'shorter')}
        <span aria-live="polite" className="flex min-w-0 flex-col items-center leading-tight">
          <bdi dir="ltr" className="numbers text-title font-semibold text-gain">
            +{format.rate(formatFixed(period.payoutRate))}
          </bdi>
          <span className="text-caption font-medium">{format.span(period.count, period.unit)}</span>
          <span aria-hidden className="mt-s2 flex gap-[3px]">
            {periods.map(({ id }) => (
              <span
                key={id}
                className={cx('h-[3px] w-[10px] rounded-small', id === form.periodId ? 'bg-accent-fill' : 'bg-surface-3')}
              />
            ))}
          </span>
        </span>
        {step(longer, 'longer')}
      </div>
      <p className="text-caption text-muted">
        <bdi>{t('period.chance', { percent: format.rate(formatFixed(breakEvenChance(period.payoutRate))) })}</bdi>
      </p>
    </div>
  );
}

function StakeField({ ticket: { form, change, period, available, blocked } }: { ticket: OptionTicketState }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  if (period === undefined) return null;
  const most = available === undefined ? '' : largestStake(period, available);
  const money = (units: typeof period.stakeMin) => format.amount(formatAmount(units, usdt));
  const range = { min: money(period.stakeMin), max: money(period.stakeMax) };
  return (
    <div className="flex flex-col gap-s2">
      <NumberField
        label={t('stake.label')}
        name={sizeName}
        aside={
          available === undefined ? undefined : (
            <span>
              {t('stake.available')} <bdi dir="ltr">{money(available)}</bdi>
            </span>
          )
        }
        value={form.amount}
        onChange={(amount) => change({ amount })}
        decimals={stakeDecimals}
        unit="USDT"
        placeholder="0"
        error={form.amount !== '' && blocked === '10016' ? t('blocker.stake', range) : undefined}
        hint={t('stake.range', range)}
      />
      <div role="group" aria-label={t('stake.quick')} className="grid grid-cols-5 gap-s2">
        {quickStakes.map((amount) => (
          <Chip key={amount} chosen={form.amount === amount} onClick={() => change({ amount })} className="numbers px-0">
            <bdi dir="ltr">{format.quantity(amount)}</bdi>
          </Chip>
        ))}
        <Chip
          chosen={most !== '' && form.amount === most}
          disabled={most === ''}
          onClick={() => change({ amount: most })}
          className="px-0"
        >
          {t('stake.max')}
        </Chip>
      </div>
    </div>
  );
}

/** How it is settled, and when it is void, in full: customers should not have to look that up afterwards. */
function Rules({ ticket: { info, preview } }: { ticket: OptionTicketState }) {
  const { t } = useTranslation('options');
  const stale = preview?.decision?.terms.staleAfterMs;
  return (
    <p className="text-caption text-muted">
      {inARow(
        t('rules.noSale'),
        t('rules.settlement'),
        stale === undefined ? null : t('rules.void', { seconds: stale / 1000 }),
        info.feed === 'live' ? null : t(`rules.${info.feed}`),
      )}
    </p>
  );
}

function useBlockerText({ market, blocked, period, stopped }: OptionTicketState): string | null {
  const { t } = useTranslation('options');
  const words = useTranslation('currency').t;
  const format = useFormat();
  if (market === 'stopped') return stopped;
  if (market !== null) return words(`blocker.${market}`);
  switch (blocked) {
    case null:
      return null;
    case 'missing':
      return t('blocker.enterStake');
    case 'closedAtExpiry':
      return t('blocker.closedAtExpiry');
    case '10016': {
      const money = (units: bigint | undefined) => format.amount(formatFixed({ units: units ?? 0n, scale: usdt.scale }));
      return t('blocker.stake', { min: money(period?.stakeMin), max: money(period?.stakeMax) });
    }
    case '10011':
      return words('blocker.balance');
    case '11213':
      return words('blocker.dealMax');
    case '11011':
      return words('blocker.prices');
    default:
      return words('blocker.other');
  }
}

/** Of an option only its size may be mistyped: its strike is the price of the moment. */
function typedOf({ preview, situation }: OptionTicketState) {
  const decision = preview?.decision ?? null;
  if (decision === null || situation === null) return null;
  const market = priceOf(mid(situation.quote), situation.instrument);
  return { buys: true, limit: null, trigger: null, market, cost: decision.terms.stake };
}

/** The last look, live until it is confirmed. Also asks again when the strike has moved. */
function useQuestion(ticket: OptionTicketState): (seen: string | null) => Question | null {
  const { t } = useTranslation('options');
  const format = useFormat();
  const words = useTranslation('orders').t;
  const ticketWords = useTranslation('currency').t;
  const { form, info, period, situation } = ticket;
  return (seen) => {
    if (period === undefined || situation === null) return null;
    const price = (text: string) => format.price(text, info.priceScale);
    const sentence = t('confirm.sentence', {
      name: info.appName,
      direction: words(`direction.${form.direction}`),
      period: format.span(period.count, period.unit),
      stake: format.amount(form.amount),
    });
    const slippage = ticketWords('ticket.slippage', { percent: format.rate(String(strikeSlippageBps / 10_000)) });
    return {
      ...(seen === null
        ? { title: t('confirm.title'), description: sentence }
        : {
            title: ticketWords('confirm.requoteTitle'),
            description: ticketWords('confirm.requoteText', { seen: price(seen), now: price(seenStrike(situation).seenPrice) }),
            confirm: ticketWords('confirm.requote'),
          }),
      figures: <OptionFigures ticket={ticket} whole />,
      slips: <Slips typed={typedOf(ticket)} />,
      note: inARow(t('confirm.strikeHint'), slippage),
    };
  };
}
