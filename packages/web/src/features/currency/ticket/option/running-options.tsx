import type { Option } from '@assay/contract/endpoints/order-shapes.ts';
import { followed } from '@assay/contract/sentences.ts';
import { formatAmount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { TrendingDown, TrendingUp, X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Countdown, TimeBar } from '../../../../shared/feed/countdown.tsx';
import { useFeedEvent, useQuote } from '../../../../shared/feed/feed.ts';
import { type Standing, standingOf } from '../../../../shared/trading/option-standing.ts';
import { isOption } from '../../../../shared/trading/order-events.ts';
import { useOpenOptions } from '../../../../shared/trading/order-lists.ts';
import { useOrderView } from '../../../../shared/trading/order-view.ts';
import { useFormat } from '../../../../shared/words/format.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';

/** More than these would push the ticket out of sight; the list below the chart has them all. */
const cardsMax = 3;

/** The options that run on an instrument with their countdown, and those that have just been settled. */
export function RunningOptions({ code, onAgain }: { code: string; onAgain(option: Option): void }) {
  const { t } = useTranslation('options');
  const running = useOpenOptions(code).data?.items ?? [];
  const [settled, setSettled] = useState<readonly Option[]>([]);
  const hear = useCallback(
    (data: unknown) => {
      if (!isOption(data) || data.code !== code || data.status === 'open') return;
      setSettled((known) => [data, ...known.filter(({ id }) => id !== data.id)].slice(0, cardsMax));
    },
    [code],
  );
  useFeedEvent('order', hear);
  const ended = new Set(settled.map(({ id }) => id));
  const alive = running.filter(({ id }) => !ended.has(id));
  const open = alive.slice(0, cardsMax);
  if (open.length === 0 && settled.length === 0) return null;
  return (
    <section aria-label={t('running.title')} className="flex flex-col gap-s3">
      {alive.length > 1 ? <Sum options={alive} /> : null}
      {open.map((option) => (
        <RunningCard key={option.id} option={option} />
      ))}
      {settled.map((option) => (
        <ResultCard
          key={option.id}
          option={option}
          onAgain={() => onAgain(option)}
          onDismiss={() => setSettled((known) => known.filter(({ id }) => id !== option.id))}
        />
      ))}
    </section>
  );
}

/** What all that run have taken, and what they return if every one is won. */
function Sum({ options }: { options: readonly Option[] }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const sumOf = (part: (option: Option) => string) =>
    format.amount(formatAmount(sum(...options.map((option) => parseAmount(part(option), usdt) ?? nothing)), usdt));
  const stake = sumOf(({ amount }) => amount);
  const back = sumOf(({ expectedReturn }) => expectedReturn);
  return (
    <p className="text-caption text-muted">
      <bdi>{t('running.sum', { count: options.length, stake, back })}</bdi>
    </p>
  );
}

const standingTones: Record<Standing, Tone> = { ahead: 'gain', behind: 'loss', level: 'neutral' };

function RunningCard({ option }: { option: Option }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const price = useQuote(option.code)?.price ?? option.lastPrice;
  const standing = standingOf(option, price);
  return (
    <article className="flex flex-col gap-s2 rounded-middle border border-line bg-surface-2 p-s4">
      <div className="flex items-center justify-between gap-s3">
        <Stake option={option} />
        <span className="text-emphasis leading-none font-semibold">
          <Countdown
            from={option.openedAt}
            until={option.expiresAt}
            over={<span className="text-caption">{t('settling')}</span>}
          />
        </span>
      </div>
      <TimeBar from={option.openedAt} until={option.expiresAt} label={t('column.left')} />
      <div className="flex items-center justify-between gap-s3 text-caption">
        <span className="text-muted">
          {followed(t('column.strike'))}
          <bdi dir="ltr" className="numbers text-text">
            {format.price(option.strike, option.priceScale)}
          </bdi>
        </span>
        {standing === null ? null : <Badge tone={standingTones[standing]}>{t(`standing.${standing}`)}</Badge>}
      </div>
    </article>
  );
}

const resultLooks = {
  won: { tone: 'text-gain', tint: 'tint-gain' },
  lost: { tone: 'text-loss', tint: 'tint-loss' },
  tie: { tone: 'text-muted', tint: '' },
  void: { tone: 'text-warn', tint: '' },
};

/** How an option ended: a brief tint, then it rests until it is put away. */
function ResultCard({ option, onAgain, onDismiss }: { option: Option; onAgain(): void; onDismiss(): void }) {
  const { t } = useTranslation('orders');
  const words = useTranslation('options').t;
  const format = useFormat();
  const openReceipt = useOrderView((view) => view.openReceipt);
  const { status, settlement, profit } = option;
  if (status === 'open') return null;
  const { tone, tint } = resultLooks[status];
  return (
    <article className={cx('flex flex-col gap-s2 rounded-middle border border-line bg-surface-1 p-s4', tint)}>
      <div className="flex items-center justify-between gap-s3">
        <Stake option={option} />
        <span className={cx('flex items-center gap-s1 font-semibold', tone)}>
          {t(`optionStatus.${status}`)}
          <bdi dir="ltr" className="numbers">
            {format.result(profit)}
          </bdi>
        </span>
      </div>
      <div className="flex items-center justify-between gap-s3 text-caption text-muted">
        <bdi dir="ltr" className="numbers">
          {format.price(option.strike, option.priceScale)}
          {settlement === null ? null : ` → ${format.price(settlement, option.priceScale)}`}
        </bdi>
        <span className="flex items-center">
          <Button size="small" look="ghost" onClick={onAgain}>
            {words('running.again')}
          </Button>
          <Button size="small" look="ghost" onClick={() => openReceipt(option.id)}>
            {t('action.receipt')}
          </Button>
          <IconButton label={t('action.dismiss')} onClick={onDismiss} className="size-control-small">
            <X aria-hidden />
          </IconButton>
        </span>
      </div>
    </article>
  );
}

function Stake({ option: { direction, amount } }: { option: Option }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const Icon = direction === 'up' ? TrendingUp : TrendingDown;
  return (
    <span className="flex items-center gap-s2 font-medium">
      <Icon aria-hidden className={cx('size-icon', direction === 'up' ? 'text-gain' : 'text-loss')} />
      <span>{t(`direction.${direction}`)}</span>
      <bdi dir="ltr" className="numbers text-caption text-muted">
        {format.amount(amount)} USDT
      </bdi>
    </span>
  );
}
