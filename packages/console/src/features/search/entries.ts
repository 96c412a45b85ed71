import type { SearchHit } from '@assay/contract/endpoints/console/search.ts';

/** A desk that can be gone to. */
export interface Destination {
  readonly path: string;
  readonly name: string;
}

/** What can be chosen: to search, to go to a desk, to open what was found. */
export type Entry =
  | { readonly kind: 'search'; readonly key: string }
  | { readonly kind: 'desk'; readonly key: string; readonly desk: Destination }
  | { readonly kind: 'hit'; readonly key: string; readonly hit: SearchHit };

/** The entries of the list: the hits of the search, else the search itself and the desks of that name. */
export function entriesFor(query: string, desks: readonly Destination[], hits: readonly SearchHit[] | undefined): Entry[] {
  if (hits !== undefined) return hits.map((hit): Entry => ({ kind: 'hit', key: `${hit.kind}-${hit.id}`, hit }));
  const small = query.trim().toLowerCase();
  const named = desks.filter(({ name }) => name.toLowerCase().includes(small));
  const go = named.map((desk): Entry => ({ kind: 'desk', key: desk.path, desk }));
  return small === '' ? go : [{ kind: 'search', key: 'search' }, ...go];
}
