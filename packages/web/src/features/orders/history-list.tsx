import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/lists/data-table.tsx';
import { FilterChips, NoMatch, type Paged, PagedList } from '../../ui/lists/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { OrderList } from './order-list.tsx';

interface HistoryListProps<Order, Status extends string> {
  statuses: readonly { value: Status; label: string }[];
  /** The chosen status; null for all. */
  only: Status | null;
  onOnly(status: NoInfer<Status> | null): void;
  list: Paged<Order>;
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
  return (
    <>
      <FilterChips label={t('filter.label')} all={t('filter.all')} options={statuses} only={only} onOnly={onOnly} />
      <PagedList
        list={list}
        more={t('more')}
        empty={
          only === null && !narrowed ? (
            <EmptyState kind="nothing" picture="orders" title={t('empty.history')} text={t('empty.historyText')} />
          ) : (
            <NoOrderMatches
              onShowAll={() => {
                onOnly(null);
                onShowAll();
              }}
            />
          )
        }
      >
        {(rows) => <OrderList label={t('history')} columns={columns} rows={rows} />}
      </PagedList>
    </>
  );
}

/** Nothing matches what was asked for, although there may be orders. */
export function NoOrderMatches({ onShowAll }: { onShowAll(): void }) {
  const { t } = useTranslation('orders');
  return <NoMatch title={t('empty.noMatch')} showAll={t('empty.showAll')} onShowAll={onShowAll} />;
}
