import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { OrderList } from './order-list.tsx';

interface HistoryListProps<Order, Status extends string> {
  statuses: readonly { value: Status; label: string }[];
  /** The chosen status; null for all. */
  only: Status | null;
  onOnly(status: NoInfer<Status> | null): void;
  list: Pick<
    UseInfiniteQueryResult<{ pages: { items: Order[] }[] }>,
    'data' | 'isError' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  columns: readonly Column<Order>[];
  /** Of one instrument only. */
  narrowed: boolean;
  onShowAll(): void;
}

/** Orders that have ended, by status, a page at a time; says whether there is nothing yet or nothing that matches. */
export function HistoryList<Order extends { readonly id: string }, Status extends string>({
  statuses,
  only,
  onOnly,
  list,
  columns,
  narrowed,
  onShowAll,
}: HistoryListProps<Order, Status>) {
  const { t } = useTranslation('orders');
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <div
        role="group"
        aria-label={t('filter.label')}
        className="flex gap-s2 overflow-x-auto px-s5 py-s3 [scrollbar-width:none] mobile:px-side"
      >
        <Chip chosen={only === null} onClick={() => onOnly(null)}>
          {t('filter.all')}
        </Chip>
        {statuses.map(({ value, label }) => (
          <Chip key={value} chosen={only === value} onClick={() => onOnly(value)}>
            {label}
          </Chip>
        ))}
      </div>
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={3} className="p-s4" />
        )
      ) : rows.length > 0 ? (
        <OrderList label={t('history')} columns={columns} rows={rows} />
      ) : only === null && !narrowed ? (
        <EmptyState kind="nothing" title={t('empty.history')} text={t('empty.historyText')} />
      ) : (
        <NoMatch
          onShowAll={() => {
            onOnly(null);
            onShowAll();
          }}
        />
      )}
      {list.hasNextPage ? (
        <div className="p-s4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Nothing matches what was asked for, although there may be orders. */
export function NoMatch({ onShowAll }: { onShowAll(): void }) {
  const { t } = useTranslation('orders');
  return (
    <EmptyState kind="noMatch" title={t('empty.noMatch')} action={<Button onClick={onShowAll}>{t('empty.showAll')}</Button>} />
  );
}
