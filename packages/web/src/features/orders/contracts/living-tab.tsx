import type { Position } from '@assay/contract/endpoints/order.ts';
import { ArrowUpDown, ReceiptText, Scale, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLivingOrders } from '../../../shared/trading/account.ts';
import { useOrderView } from '../../../shared/trading/order-view.ts';
import { MoneyMark } from '../../../shared/trading/results/money-mark.tsx';
import { gainTone } from '../../../shared/trading/tones.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { isMobile } from '../../../ui/device.ts';
import { lazyPage } from '../../../ui/lazy-page.ts';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { AgreedPrice, LivePrice, TimeCell } from '../cells.tsx';
import { LivingList, type Narrowing } from '../living-list.tsx';
import { BreakEvenButton } from './break-even-button.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CurrentPrice, InstrumentCell, LiveProfitCell } from './cells.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { DistanceCell } from './distance-cell.tsx';
import { LittleMargin } from './little-margin.tsx';
import { sumOf, useOpenResult } from './open-result.ts';
import { SweepDialog } from './sweep-dialog.tsx';
import { StopsCell, WaitsForCell } from './term-cells.tsx';

const AmendDialog = lazyPage(() => import('./amend-dialog.tsx').then((part) => part.AmendDialog));
const MarginDialog = lazyPage(() => import('./margin-dialog.tsx').then((part) => part.MarginDialog));
const ReverseDialog = lazyPage(() => import('./reverse-dialog.tsx').then((part) => part.ReverseDialog));

type Task = 'end' | 'half' | 'amend' | 'margin' | 'reverse';

interface LivingTabProps extends Narrowing {
  kind: 'open' | 'awaiting';
}

/** Positions with their live profit, or orders that wait for a price; each can be ended, amended, given margin and explained. */
export function LivingTab({ kind, code, onShowAll }: LivingTabProps) {
  // With the words of what its rows show: a position that arrives waits for none.
  const { t } = useTranslation(['orders', 'costs', 'targets', 'notifications']);
  const ends = useTranslation('sweep').t;
  const list = useLivingOrders(kind, code);
  const [task, setTask] = useState<{ task: Task; id: string } | null>(null);
  const [sweeps, setSweeps] = useState(false);
  useEffect(() => {
    AmendDialog.preload();
    MarginDialog.preload();
    ReverseDialog.preload();
  }, []);
  const name = kind === 'open' ? 'positions' : 'waiting';
  // What a dialog speaks of may end while it is open: then the dialog goes, because there is nothing left to decide.
  const subject = list.data?.items.find(({ id }) => id === task?.id);
  const done = () => setTask(null);
  const End = kind === 'open' ? CloseDialog : CancelDialog;
  const many = list.data?.items ?? [];
  // A dialog whose reason has gone stays closed: another position does not reopen it.
  if (task !== null && subject === undefined) setTask(null);
  if (sweeps && many.length === 0) setSweeps(false);
  const sweep = kind === 'open' ? ('closeAll' as const) : ('cancelAll' as const);
  const sweeping =
    many.length < 2 ? null : (
      <Button size="small" className="whitespace-nowrap" onClick={() => setSweeps(true)}>
        <MoneyMark>{ends(`${sweep}.action`)}</MoneyMark>
      </Button>
    );
  const columns = useColumns(kind, sweeping, (next, { id }) => setTask({ task: next, id }));
  return (
    <>
      {sweeping === null || !isMobile ? null : <div className="flex justify-end px-side pt-s3">{sweeping}</div>}
      <LivingList
        label={t(name)}
        list={list}
        columns={columns}
        empty={{ title: t(`empty.${name}`), text: t(`empty.${name}Text`) }}
        {...(code === undefined ? {} : { code })}
        onShowAll={onShowAll}
      />
      <Suspense fallback={null}>
        {sweeps ? <SweepDialog kind={sweep} orders={many} code={code} onDone={() => setSweeps(false)} /> : null}
        {task?.task === 'end' && subject ? <End position={subject} onDone={done} /> : null}
        {task?.task === 'half' && subject ? <CloseDialog half position={subject} onDone={done} /> : null}
        {task?.task === 'reverse' && subject ? <ReverseDialog position={subject} onDone={done} /> : null}
        {task?.task === 'margin' && subject ? <MarginDialog position={subject} onDone={done} /> : null}
        {task?.task === 'amend' && subject ? <AmendDialog position={subject} onDone={done} /> : null}
      </Suspense>
    </>
  );
}

function useColumns(
  kind: LivingTabProps['kind'],
  sweeping: ReactNode,
  onTask: (task: Task, position: Position) => void,
): Column<Position>[] {
  const { t } = useTranslation('orders');
  const words = useTranslation('terminal').t;
  const waiting = useTranslation('waiting').t;
  const format = useFormat();
  const end = 'end' as const;
  const instrument: Column<Position> = {
    key: 'instrument',
    header: t('column.instrument'),
    cell: (position) => (
      <span className="inline-flex flex-col items-start gap-s1">
        <InstrumentCell position={position} />
        <LittleMargin position={position} onTask={(task) => onTask(task, position)} />
      </span>
    ),
  };
  const lots: Column<Position> = {
    key: 'lots',
    header: t('column.lots'),
    align: end,
    cell: ({ lots: value }) => <bdi dir="ltr">{format.quantity(value)}</bdi>,
  };
  const margin: Column<Position> = {
    key: 'margin',
    header: t('column.margin'),
    align: end,
    cell: ({ marginUsed }) => <bdi dir="ltr">{format.amount(marginUsed)}</bdi>,
  };
  const stops: Column<Position> = {
    key: 'stops',
    header: t('column.stops'),
    align: end,
    cell: (position) => <StopsCell position={position} />,
  };
  const actions: Column<Position> = {
    key: 'actions',
    header: t('column.actions'),
    head: sweeping,
    align: end,
    stays: true,
    cell: (position) => <Actions position={position} onTask={(task) => onTask(task, position)} />,
  };
  if (kind === 'awaiting') {
    return [
      instrument,
      lots,
      { key: 'limit', header: waiting('waitsFor'), align: end, cell: (position) => <WaitsForCell position={position} /> },
      { key: 'last', header: t('column.last'), align: end, cell: (position) => <LivePrice order={position} /> },
      margin,
      stops,
      { key: 'placed', header: t('column.placed'), align: end, cell: ({ createdAt }) => <TimeCell time={createdAt} /> },
      actions,
    ];
  }
  return [
    { ...instrument, foot: () => <span className="text-muted">{words('row.total')}</span> },
    lots,
    {
      key: 'profit',
      header: t('column.net'),
      align: end,
      cell: (position) => <LiveProfitCell position={position} />,
      foot: (positions) => <OpenTotal positions={positions} />,
    },
    {
      key: 'entry',
      header: t('column.entry'),
      align: end,
      cell: ({ openPrice, priceScale, splits }) => (
        <AgreedPrice value={openPrice} scale={priceScale} since={splits?.opened ?? null} />
      ),
    },
    { key: 'current', header: t('column.current'), align: end, cell: (position) => <CurrentPrice position={position} /> },
    {
      key: 'liquidation',
      header: t('column.liquidation'),
      align: end,
      cell: (position) => <DistanceCell position={position} />,
    },
    {
      ...margin,
      foot: (positions) => <bdi dir="ltr">{format.amount(sumOf(positions.map(({ marginUsed }) => marginUsed)))}</bdi>,
    },
    stops,
    actions,
  ];
}

function OpenTotal({ positions }: { positions: readonly Position[] }) {
  const format = useFormat();
  const open = useOpenResult(positions);
  return (
    <bdi dir="ltr" className={cx('font-semibold', gainTone(open))}>
      {format.result(open)}
    </bdi>
  );
}

interface ActionsProps {
  position: Position;
  onTask(task: Task): void;
}

/** All that can be done with an order: icons in a row of a desktop, words on a phone's card. */
function Actions({ position, onTask }: ActionsProps) {
  const { t } = useTranslation('orders');
  const words = useTranslation('terminal').t;
  const ends = useTranslation('sweep').t;
  const openReceipt = useOrderView((view) => view.openReceipt);
  const isOpen = position.status === 'open';
  const part = (task: Task, label: string, icon: ReactNode) =>
    isMobile ? (
      <Button size="small" className="whitespace-nowrap" onClick={() => onTask(task)}>
        {label}
      </Button>
    ) : (
      <IconButton label={label} className="size-control-small dense:w-[25px]!" onClick={() => onTask(task)}>
        {icon}
      </IconButton>
    );
  return (
    <span className="flex items-center justify-end gap-[2px] mobile:flex-wrap mobile:justify-stretch mobile:gap-s2 mobile:[&>:not(:first-child)]:flex-1">
      {isOpen && !isMobile ? <BreakEvenButton position={position} /> : null}
      <IconButton
        label={t('action.receipt')}
        className="size-control-small dense:w-[25px]!"
        onClick={() => openReceipt(position.id)}
      >
        <ReceiptText aria-hidden />
      </IconButton>
      {part('amend', t('action.edit'), <SlidersHorizontal aria-hidden />)}
      {isOpen ? part('margin', t('action.margin'), <Scale aria-hidden />) : null}
      {isOpen ? part('reverse', ends('reverse.action'), <ArrowUpDown aria-hidden />) : null}
      {isOpen ? (
        <Button
          size="small"
          aria-label={words('row.half')}
          title={words('row.half')}
          className="ms-s1 desktop:px-s2"
          onClick={() => onTask('half')}
        >
          ½
        </Button>
      ) : null}
      <Button size="small" className="ms-s1 whitespace-nowrap desktop:px-s3 mobile:ms-0" onClick={() => onTask('end')}>
        {isOpen ? <MoneyMark>{t('action.close')}</MoneyMark> : t('action.cancel')}
      </Button>
      {isOpen && isMobile ? <BreakEvenButton position={position} /> : null}
    </span>
  );
}
