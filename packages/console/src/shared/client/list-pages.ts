import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { call } from './api.ts';

type Item = Record<string, unknown>;
interface Listed {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** One page of a list. */
interface ListPage {
  readonly items: readonly Item[];
  readonly hasNext: boolean;
}

/** Lists whose pages are cached; the oldest is evicted, and starts from its beginning again. */
const listsMax = 50;

/** Reads lists by the number of their page. The wire knows only "after this one", so the cursors of pages that were seen are kept. */
export function createListPages(send: typeof call = call) {
  const seen = new Map<string, (string | null)[]>();

  async function listed(list: DeskCall, input: Item, cursor: string | null | undefined, signal?: AbortSignal): Promise<Listed> {
    const answer = await send(list, { ...input, ...(typeof cursor === 'string' && { cursor }) }, signal ? { signal } : {});
    // Every paged call of the contract answers a `listOf`.
    return answer as Listed;
  }

  /** Cursors of the pages of one list; index 0 is the first page. */
  function cursorsOf(about: string): (string | null)[] {
    const cursors = seen.get(about) ?? [null];
    const [oldest] = seen.keys();
    if (!seen.has(about) && seen.size >= listsMax && oldest !== undefined) seen.delete(oldest);
    seen.set(about, cursors);
    return cursors;
  }

  /** The page of this number, the first one being 1; beyond the last one there is nothing. */
  return async (list: DeskCall, input: Item, page: number, signal?: AbortSignal): Promise<ListPage> => {
    const cursors = cursorsOf(JSON.stringify([list.path, input]));
    // A page that was reached by its address alone is found by walking there.
    while (cursors.length < page) {
      const { nextCursor } = await listed(list, input, cursors.at(-1), signal);
      if (nextCursor === null) return { items: [], hasNext: false };
      cursors.push(nextCursor);
    }
    const { items, nextCursor } = await listed(list, input, cursors[page - 1], signal);
    if (nextCursor !== null) cursors[page] = nextCursor;
    return { items, hasNext: nextCursor !== null };
  };
}

export const readListPage = createListPages();
