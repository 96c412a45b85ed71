import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readListPage } from '../client/list-pages.ts';
import { endIfDenied, useOperator } from '../client/operator.ts';

/** Queues change while one looks at them; who opens a desk is shown what there is now. */
const refreshMs = 15_000;
const rowsOfPage = 25;

export type FilterValues = Readonly<Record<string, string>>;

/** What of a list is looked at: what it is narrowed by, and which page, from 1. */
interface View {
  readonly filters: FilterValues;
  readonly page: number;
}

interface ListOptions {
  /** The filters when the page opens. */
  readonly initial: FilterValues;
  /** What the list is about, not for the operator to change. */
  readonly about: FilterValues;
  /** Beside other things on a page, filters and page stay out of its address. */
  readonly embedded: boolean;
  /** What it lists never changes any more. */
  readonly settled: boolean;
}

/** A list of a desk as it is looked at, page by page, read anew while it is open. */
export function useDeskList(call: DeskCall, options: ListOptions) {
  const { about, settled } = options;
  const [{ filters, page }, look] = useView(call.path, options);
  const query = useQuery({
    queryKey: [call.path, 'page', about, filters, page],
    queryFn: ({ signal }) => readListPage(call, { ...filters, ...about, limit: rowsOfPage }, page, signal),
    refetchInterval: settled ? false : refreshMs,
    staleTime: settled ? 'static' : 0,
    // The previous data stays until the next has arrived, as long as it is about the same list.
    placeholderData: (shown, before) => (JSON.stringify(before?.queryKey[2]) === JSON.stringify(about) ? shown : undefined),
  });
  const { error } = query;
  useEffect(() => endIfDenied(error), [error]);
  return {
    ...query,
    filters,
    page,
    hasPrevious: page > 1,
    setFilters: useCallback((next: FilterValues) => look({ filters: next, page: 1 }), [look]),
    setPage: useCallback((next: number) => look({ filters, page: next }), [look, filters]),
  };
}

/** How each list was left in this tab, by operator and call: who comes back by the menu goes on there. */
const left = new Map<string, View>();

function useView(path: string, { initial, embedded }: ListOptions): [View, (view: View) => void] {
  const { id } = useOperator();
  const place = `${id} ${path}`;
  const [search, setSearch] = useSearchParams();
  const [own, setOwn] = useState<View>({ filters: initial, page: 1 });
  const address = search.toString();
  const asked = useMemo(() => (embedded ? null : viewIn(address)), [embedded, address]);
  const view = embedded ? own : (asked ?? left.get(place) ?? own);
  useEffect(() => {
    if (asked !== null) left.set(place, asked);
  }, [asked, place]);
  const look = useCallback(
    (next: View) => {
      if (embedded) setOwn(next);
      else setSearch({ filter: JSON.stringify(next.filters), ...(next.page > 1 && { page: String(next.page) }) });
    },
    [embedded, setSearch],
  );
  return [view, look];
}

/** What an address asks for; null where it leaves that to the list. */
function viewIn(address: string): View | null {
  const search = new URLSearchParams(address);
  const filters = filtersIn(search.get('filter'));
  if (filters === null) return null;
  const page = Number(search.get('page') ?? '1');
  return { filters, page: Number.isSafeInteger(page) && page > 0 ? page : 1 };
}

/** The filters of an address, which is untrusted input. */
export function filtersIn(text: string | null): FilterValues | null {
  if (text === null) return null;
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return null;
    return Object.fromEntries(Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return null;
  }
}
