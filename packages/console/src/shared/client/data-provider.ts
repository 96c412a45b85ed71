import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import type { DataProvider, GetListParams, GetListResult, GetOneParams, GetOneResult, RaRecord } from 'react-admin';
import { call } from './api.ts';
import { resourceOf } from './resources.ts';

type Item = Record<string, unknown>;
interface Listed {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Lists whose pages are remembered; the one that was asked for first is then asked from its beginning again. */
const listsMax = 50;
/** What a page holds unless a list says otherwise. */
const rowsOfPage = 25;

/**
 * The console's lists and records as react-admin reads them. The wire knows only "after this one", so the cursors of pages
 * that were seen are kept. It only reads: every act is a call of its own, with a dialog of its own.
 */
export function createDataProvider(send: typeof call = call): DataProvider {
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

  async function getList(name: string, params: GetListParams): Promise<GetListResult> {
    const { list } = resourceOf(name);
    const { page, perPage } = params.pagination ?? { page: 1, perPage: rowsOfPage };
    const input: Item = { ...(params.filter as Item), limit: perPage };
    const cursors = cursorsOf(JSON.stringify([name, input]));
    // A page that was reached by its address alone is found by walking there.
    while (cursors.length < page) {
      const { nextCursor } = await listed(list, input, cursors.at(-1));
      if (nextCursor === null) return { data: [], pageInfo: { hasNextPage: false, hasPreviousPage: true } };
      cursors.push(nextCursor);
    }
    const { items, nextCursor } = await listed(list, input, cursors[page - 1], params.signal);
    if (nextCursor !== null) cursors[page] = nextCursor;
    return {
      data: items.map((item, position) => ({ ...item, id: item['id'] ?? item['key'] ?? position })),
      pageInfo: { hasNextPage: nextCursor !== null, hasPreviousPage: page > 1 },
    };
  }

  async function getOne(name: string, { id, signal }: GetOneParams<RaRecord>): Promise<GetOneResult> {
    const { detail } = resourceOf(name);
    if (detail === undefined) throw new Error(`${name} have no page of their own`);
    const record = await send(detail, { id: String(id) }, signal ? { signal } : {});
    return { data: { ...(record as Item), id } };
  }

  const never = (): Promise<never> => Promise.reject(new Error('The console changes nothing behind an operator’s back'));
  return {
    getList,
    getOne,
    getMany: never,
    getManyReference: never,
    create: never,
    update: never,
    updateMany: never,
    delete: never,
    deleteMany: never,
  };
}
