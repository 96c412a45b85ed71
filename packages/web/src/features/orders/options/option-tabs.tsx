import type { Option } from '@assay/contract/endpoints/order-shapes.ts';
import type { OptionStatus } from '@assay/contract/vocabulary/statuses.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Countdown } from '../../../shared/feed/countdown.tsx';
import { useQuote } from '../../../shared/feed/feed.ts';
import { standingOf } from '../../../shared/trading/option-standing.ts';
import { useOpenOptions, useOptionHistory } from '../../../shared/trading/order-lists.ts';
import { allDates, spanOf } from '../../../shared/trading/results/dates.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { AgreedPrice, Instrument, LivePrice, PriceText, Profit, ReceiptButton, TimeCell } from '../cells.tsx';
import { HistoryList } from '../history-list.tsx';
import { LivingList, type Narrowing } from '../living-list.tsx';

const end = 'end' as const;

/** Running options: each with its strike, its state, and the time left by the server's clock. */
export function RunningTab({ code, onShowAll }: Narrowing) {
  const { t } = useTranslation('orders');
  return (
    <LivingList
      label={t('running')}
      list={useOpenOptions(code)}
      columns={useRunningColumns()}
      empty={{ title: t('empty.running'), text: t('empty.runningText') }}
      {...(code === undefined ? {} : { code })}
      onShowAll={onShowAll}
    />
  );
}

const settled = ['won', 'lost', 'tie', 'void'] as const satisfies readonly OptionStatus[];
type Settled = (typeof settled)[number];

/** Settled options, each with the receipt that recomputes it. */
export function OptionHistoryTab({ code, onShowAll }: Narrowing) {
  const { t } = useTranslation('orders');
  const [only, setOnly] = useState<Settled | null>(null);
  const [dates, setDates] = useState(allDates);
  return (
    <HistoryList
      statuses={settled.map((value) => ({ value, label: t(`optionStatus.${value}`) }))}
      only={only}
      onOnly={setOnly}
      list={useOptionHistory(only === null ? settled : [only], code, spanOf(dates))}
      columns={useSettledColumns()}
      product="option"
      code={code}
      dates={dates}
      onDates={setDates}
      onShowAll={onShowAll}
    />
  );
}

/** Direction, instrument, period. */
function OptionCell({ option }: { option: Option }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { code, instrumentId, direction, count, unit } = option;
  return (
    <Instrument
      code={code}
      instrumentId={instrumentId}
      badge={<Badge tone={direction === 'up' ? 'gain' : 'loss'}>{t(`direction.${direction}`)}</Badge>}
      note={format.span(count, unit)}
    />
  );
}

/** How the option would end at this moment's price. */
function StandingCell({ option }: { option: Option }) {
  const { t } = useTranslation('orders');
  const standing = standingOf(option, useQuote(option.code)?.price ?? option.lastPrice);
  if (standing === null) return absent;
  const tone = { ahead: 'gain', behind: 'loss', level: 'neutral' } as const;
  return <Badge tone={tone[standing]}>{t(`standing.${standing}`)}</Badge>;
}

function useCommonColumns() {
  const { t } = useTranslation('orders');
  const format = useFormat();
  return {
    instrument: { key: 'instrument', header: t('column.instrument'), cell: (option) => <OptionCell option={option} /> },
    stake: {
      key: 'stake',
      header: t('column.stake'),
      align: end,
      cell: ({ amount }) => <bdi dir="ltr">{format.amount(amount)}</bdi>,
    },
    strike: {
      key: 'strike',
      header: t('column.strike'),
      align: end,
      cell: ({ strike, priceScale, split }) => <AgreedPrice value={strike} scale={priceScale} since={split} />,
    },
    actions: { key: 'actions', header: t('column.actions'), align: end, cell: ({ id }) => <ReceiptButton id={id} /> },
  } satisfies Record<string, Column<Option>>;
}

function useRunningColumns(): Column<Option>[] {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { instrument, stake, strike, actions } = useCommonColumns();
  return [
    instrument,
    stake,
    strike,
    { key: 'last', header: t('column.last'), align: end, cell: (option) => <LivePrice order={option} /> },
    {
      key: 'expectedReturn',
      header: t('column.expectedReturn'),
      align: end,
      cell: ({ expectedReturn }) => <bdi dir="ltr">{format.amount(expectedReturn)}</bdi>,
    },
    { key: 'standing', header: t('column.standing'), cell: (option) => <StandingCell option={option} /> },
    {
      key: 'profit',
      header: t('column.left'),
      align: end,
      cell: ({ openedAt, expiresAt }) => (
        <span className="font-semibold">
          <Countdown from={openedAt} until={expiresAt} over={t('settling')} />
        </span>
      ),
    },
    actions,
  ];
}

const statusTones = { open: 'accent', won: 'gain', lost: 'loss', tie: 'neutral', void: 'warn' } as const;

function StatusCell({ option: { status, voidReason } }: { option: Option }) {
  const { t } = useTranslation('orders');
  return (
    <span className="inline-flex flex-col items-start gap-[2px]">
      <Badge tone={statusTones[status]}>{t(`optionStatus.${status}`)}</Badge>
      {voidReason === null ? null : <span className="text-caption text-muted">{t(`voidReason.${voidReason}`)}</span>}
    </span>
  );
}

function useSettledColumns(): Column<Option>[] {
  const { t } = useTranslation('orders');
  const { instrument, stake, strike, actions } = useCommonColumns();
  return [
    instrument,
    { key: 'status', header: t('column.status'), cell: (option) => <StatusCell option={option} /> },
    stake,
    strike,
    {
      key: 'settlement',
      header: t('column.settlement'),
      align: end,
      cell: ({ settlement, priceScale }) => <PriceText value={settlement} scale={priceScale} />,
    },
    {
      key: 'profit',
      header: t('column.profit'),
      align: end,
      cell: ({ profit }) => (profit === null ? absent : <Profit value={profit} />),
    },
    { key: 'ended', header: t('column.ended'), align: end, cell: ({ settledAt }) => <TimeCell time={settledAt} /> },
    actions,
  ];
}
