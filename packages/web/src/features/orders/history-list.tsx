import { useTranslation } from 'react-i18next';
import { DatesField } from '../../shared/trading/dates-field.tsx';
import { type Dates, allDates, spanOf } from '../../shared/trading/results/dates.ts';
import { ResultFigures } from '../../shared/trading/results/result-totals.tsx';
import { type ResultFilter, useResults } from '../../shared/trading/results/results.ts';
import type { Column } from '../../ui/lists/data-table.tsx';
import { FilterChips, NoMatch, type Paged, PagedList } from '../../ui/lists/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { OrderList } from './order-list.tsx';

interface HistoryListProps<Order, Status extends string> {
  statuses: readonly { value: Status; label: string }[];
  /** The chosen status; null for all. */
  only: Status | null;
  onOnly(status: NoInfer<Status> | null): void;
  /** Of which product, narrowed to one instrument, and of which days: what the totals are of. */
  product: NonNullable<ResultFilter['product']>;
  code: string | undefined;
  dates: Dates;
  onDates(dates: Dates): void;
  list: Paged<Order>;
  columns: readonly Column<Order>[];
  onShowAll(): void;
}

/** Orders that have ended, by status, a page at a time; says whether there is nothing yet or nothing that matches. */
export function HistoryList<Order extends { readonly id: string }, Status extends string>({
  statuses,
  only,
  onOnly,
  product,
  code,
  dates,
  onDates,
  list,
  columns,
  onShowAll,
}: HistoryListProps<Order, Status>) {
  const { t } = useTranslation('orders');
  const isNarrowed = only !== null || code !== undefined || dates !== allDates;
  return (
    <>
      {/* In one row where there is room: the list itself is what matters. */}
      <div className="flex flex-wrap-reverse items-center justify-between gap-x-s4 dense:-my-s1">
        <FilterChips label={t('filter.label')} all={t('filter.all')} options={statuses} only={only} onOnly={onOnly} />
        <div className="px-s5 pt-s3 desktop:pt-s2 desktop:pb-s2 mobile:w-full mobile:px-side">
          <DatesField value={dates} onChange={({ from, to }) => onDates(from === '' && to === '' ? allDates : { from, to })} />
        </div>
      </div>
      <Totals
        filter={{
          product,
          ...(code !== undefined && { code }),
          ...(only !== null && { status: [only] }),
          ...spanOf(dates),
        }}
      />
      <PagedList
        list={list}
        more={t('more')}
        empty={
          isNarrowed ? (
            <NoOrderMatches
              onShowAll={() => {
                onOnly(null);
                onDates(allDates);
                onShowAll();
              }}
            />
          ) : (
            <EmptyState kind="nothing" picture="orders" title={t('empty.history')} text={t('empty.historyText')} />
          )
        }
      >
        {(rows) => <OrderList label={t('history')} columns={columns} rows={rows} />}
      </PagedList>
    </>
  );
}

/** Totals of everything that the filter shows, however much of it has been fetched; nothing where nothing ended with a result. */
function Totals({ filter }: { filter: ResultFilter }) {
  const { t } = useTranslation('results');
  const { data } = useResults(filter);
  if (data === undefined || (data.ended === 0 && Number(data.net) === 0)) return null;
  return (
    <div className="border-y border-line px-s5 py-s3 mobile:px-side">
      <ResultFigures totals={data} label={t('totals')} />
    </div>
  );
}

/** Nothing matches the filter, although there may be orders. */
export function NoOrderMatches({ onShowAll }: { onShowAll(): void }) {
  const { t } = useTranslation('orders');
  return <NoMatch title={t('empty.noMatch')} showAll={t('empty.showAll')} onShowAll={onShowAll} />;
}
