import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useAccountKey } from '../../shared/account.ts';
import { call } from '../../shared/api.ts';
import { isMobile } from '../../shared/device.ts';
import { absent, useFormat } from '../../shared/format.ts';
import { useNames } from '../../shared/names.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { changeTone } from '../../ui/price.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';

type Line = ResultOf<(typeof user)['listTransfers']>['items'][number];

const linesPerPage = 30;

/** Every entry of the person's ledger accounts, newest first, each with the balance after it. */
export function StatementSection() {
  const { t } = useTranslation('profile');
  const list = useInfiniteQuery({
    queryKey: [...useAccountKey(), 'statement'],
    queryFn: ({ signal, pageParam }) =>
      call(calls.user.listTransfers, { limit: linesPerPage, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const lines = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Panel className="mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      <header className="flex flex-col gap-s1 px-s5 pt-s5 pb-s3 mobile:px-side">
        <h1 className="text-emphasis font-semibold">{t('statement.title')}</h1>
        <p className="text-caption text-muted">{t('statement.text')}</p>
      </header>
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={8} className="p-s5" />
        )
      ) : lines.length === 0 ? (
        <EmptyState kind="nothing" title={t('statement.emptyTitle')} text={t('statement.emptyText')} />
      ) : isMobile ? (
        <Cards lines={lines} />
      ) : (
        <Table lines={lines} />
      )}
      {list.hasNextPage ? (
        <div className="border-t border-line p-s4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('statement.more')}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function Amount({ line }: { line: Line }) {
  const format = useFormat();
  return (
    <bdi dir="ltr" className={`font-semibold whitespace-nowrap ${changeTone(line.amount)}`}>
      {line.amount.startsWith('-') ? '' : '+'}
      {format.quantity(line.amount)} {line.asset}
    </bdi>
  );
}

function useColumns(): Column<Line>[] {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const names = useNames();
  return [
    {
      key: 'time',
      header: t('statement.time'),
      cell: ({ time }) => <bdi className="whitespace-nowrap text-muted">{format.dateTime(time)}</bdi>,
    },
    { key: 'reason', header: t('statement.reason'), cell: ({ reason }) => names.movement(reason) },
    {
      key: 'account',
      header: t('statement.account'),
      cell: ({ kind }) => <span className="text-muted">{names.account(kind)}</span>,
    },
    {
      key: 'reference',
      header: t('statement.reference'),
      cell: ({ reference }) => (
        <bdi dir="ltr" className="text-caption text-muted">
          {reference ?? absent}
        </bdi>
      ),
    },
    { key: 'amount', header: t('statement.amount'), align: 'end', cell: (line) => <Amount line={line} /> },
    {
      key: 'balance',
      header: t('statement.balance'),
      align: 'end',
      cell: ({ balanceAfter }) => <bdi dir="ltr">{format.quantity(balanceAfter)}</bdi>,
    },
  ];
}

function Table({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('profile');
  return <DataTable label={t('statement.title')} columns={useColumns()} rows={lines} rowKey={({ id }) => id} />;
}

function Cards({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const names = useNames();
  return (
    <ul aria-label={t('statement.title')} className="flex flex-col divide-y divide-line border-t border-line">
      {lines.map((line) => (
        <li key={line.id} className="flex justify-between gap-s4 px-side py-s4">
          <span className="flex min-w-0 flex-col">
            <span className="font-medium">{names.movement(line.reason)}</span>
            <span className="text-caption text-muted">{names.account(line.kind)}</span>
            <bdi className="text-caption text-muted">{format.dayTime(line.time)}</bdi>
          </span>
          <span className="numbers flex flex-col items-end">
            <Amount line={line} />
            <bdi dir="ltr" className="text-caption text-muted">
              {format.quantity(line.balanceAfter)}
            </bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}
