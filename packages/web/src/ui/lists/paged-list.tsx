import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Chip } from '../chip.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import type { PictureName } from '../pictures/drawings.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../states.tsx';

/** A list that is fetched page by page, as the query client keeps it. */
export interface Paged<Item> {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

/** What has been fetched so far. */
export function itemsOf<Item>(list: Pick<Paged<Item>, 'data'>): readonly Item[] {
  return list.data?.pages.flatMap(({ items }) => items) ?? [];
}

interface PagedListProps<Item> {
  list: Paged<Item>;
  /** Lines of skeleton while the first page is fetched. */
  rows?: number;
  /** Shown in place of the items when there are none. */
  empty: ReactNode;
  /** On the button that fetches the next page. */
  more: string;
  children(items: readonly Item[]): ReactNode;
}

/** A list a page at a time, with every state that fetching it has. A row that cannot be drawn takes nothing else along. */
export function PagedList<Item>({ list, rows = 3, empty, more, children }: PagedListProps<Item>) {
  if (list.data === undefined) {
    if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
    return <SkeletonRows rows={rows} className="p-s5" />;
  }
  const items = itemsOf(list);
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <ErrorBoundary what="part" place={String(items.length)}>
          <Items items={items} draw={children} />
        </ErrorBoundary>
      )}
      {list.hasNextPage ? (
        <div className="border-t border-line p-s4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Items<Item>({ items, draw }: { items: readonly Item[]; draw: PagedListProps<Item>['children'] }) {
  return draw(items);
}

interface FilterChipsProps<V extends string> {
  label: string;
  /** On the chip that chooses everything. */
  all: string;
  options: readonly { readonly value: V; readonly label: string }[];
  /** Null for everything. */
  only: V | null;
  onOnly(value: NoInfer<V> | null): void;
}

/** Narrows a list to one status, or shows all of it. */
export function FilterChips<V extends string>({ label, all, options, only, onOnly }: FilterChipsProps<V>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex gap-s2 overflow-x-auto px-s5 py-s4 [scrollbar-width:none] mobile:px-side"
    >
      <Chip chosen={only === null} onClick={() => onOnly(null)}>
        {all}
      </Chip>
      {options.map((option) => (
        <Chip key={option.value} chosen={only === option.value} onClick={() => onOnly(option.value)}>
          {option.label}
        </Chip>
      ))}
    </div>
  );
}

/** Nothing matches what the list was narrowed to, although there may be something without it. */
export function NoMatch({ title, showAll, onShowAll }: { title: string; showAll: string; onShowAll(): void }) {
  return <EmptyState kind="noMatch" title={title} action={<Button onClick={onShowAll}>{showAll}</Button>} />;
}

interface StatusListProps<Item, V extends string> {
  list: Paged<Item>;
  statuses: readonly V[];
  /** The one status that is shown; null for all. */
  only: V | null;
  onOnly(status: NoInfer<V> | null): void;
  words: {
    filter: string;
    all: string;
    status(status: NoInfer<V>): string;
    emptyTitle: string;
    emptyText: string;
    noMatch: string;
    showAll: string;
    more: string;
  };
  /** Shown while there is nothing at all. */
  picture: PictureName;
  /** Leaves the filter out as long as there is nothing to choose from. */
  quiet?: boolean;
  children(items: readonly Item[]): ReactNode;
}

/** Things of one status or of all, newest first, a page at a time. */
export function StatusList<Item, V extends string>(props: StatusListProps<Item, V>) {
  const { list, statuses, only, onOnly, words, picture, quiet = false, children } = props;
  const untouched = only === null && list.data !== undefined && itemsOf(list).length === 0;
  return (
    <>
      {quiet && untouched ? null : (
        <FilterChips
          label={words.filter}
          all={words.all}
          options={statuses.map((value) => ({ value, label: words.status(value) }))}
          only={only}
          onOnly={onOnly}
        />
      )}
      <PagedList
        list={list}
        more={words.more}
        empty={
          only === null ? (
            <EmptyState kind="nothing" picture={picture} title={words.emptyTitle} text={words.emptyText} />
          ) : (
            <NoMatch title={words.noMatch} showAll={words.showAll} onShowAll={() => onOnly(null)} />
          )
        }
      >
        {children}
      </PagedList>
    </>
  );
}
