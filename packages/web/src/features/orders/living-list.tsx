import type { UseQueryResult } from '@tanstack/react-query';
import type { Column } from '../../ui/lists/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { NoOrderMatches } from './history-list.tsx';
import { OrderList } from './order-list.tsx';

/** What an orders list is narrowed to. */
export interface Narrowing {
  /** Orders of this instrument only. */
  readonly code?: string;
  onShowAll(): void;
}

interface LivingListProps<Order> extends Narrowing {
  label: string;
  list: Pick<UseQueryResult<{ items: Order[] }>, 'data' | 'isError' | 'error' | 'refetch'>;
  columns: readonly Column<Order>[];
  empty: { title: string; text: string };
}

/** Orders that live: positions, running options, orders that wait. */
export function LivingList<Order extends { readonly id: string }>({
  label,
  list,
  columns,
  empty,
  code,
  onShowAll,
}: LivingListProps<Order>) {
  if (list.data === undefined) {
    if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
    return <SkeletonRows rows={3} className="p-s4" />;
  }
  if (list.data.items.length > 0) return <OrderList label={label} columns={columns} rows={list.data.items} />;
  return code === undefined ? (
    <EmptyState kind="nothing" picture="positions" {...empty} />
  ) : (
    <NoOrderMatches onShowAll={onShowAll} />
  );
}
