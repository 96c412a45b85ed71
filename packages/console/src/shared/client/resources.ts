import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { allConsoleCalls } from '@assay/contract/endpoints/console/registry.ts';

/** What react-admin calls a resource: a paged list, and the page of one of its records where there is one. */
export interface Resource {
  readonly name: string;
  readonly list: DeskCall;
  readonly detail: DeskCall | undefined;
}

/** `/users/list` is the resource `users`, `/ledger/entries` is `ledger/entries`. */
export function resourceName(list: Pick<DeskCall, 'path'>): string {
  return list.path.replace(/^\//, '').replace(/\/list$/, '');
}

const resources: ReadonlyMap<string, Resource> = new Map(
  allConsoleCalls
    .filter((call) => 'cursor' in call.input.shape)
    .map((list) => {
      const name = resourceName(list);
      return [name, { name, list, detail: allConsoleCalls.find(({ path }) => path === `/${name}/detail/{id}`) }];
    }),
);

export function resourceOf(name: string): Resource {
  const resource = resources.get(name);
  if (resource === undefined) throw new Error(`the contract has no list ${name}`);
  return resource;
}
