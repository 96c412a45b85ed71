import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Plugin } from 'vite';

const name = 'virtual:calls';

/**
 * Gives the browser method and path of every call without the zod schemas, which would weigh a third of the first load.
 * Forms check with functions of the domain and patterns of the contract's vocabulary, which the schemas are made of.
 */
export function locatedCalls(): Plugin {
  const table = Object.fromEntries(
    Object.entries(customerCalls).map(([module, calls]) => [
      module,
      Object.fromEntries(Object.entries<Endpoint>(calls).map(([call, { method, path }]) => [call, { method, path }])),
    ]),
  );
  return {
    name: 'located-calls',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export const calls = ${JSON.stringify(table)};` : undefined),
  };
}
