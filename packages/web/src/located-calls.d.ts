declare module 'virtual:calls' {
  import type { Located } from '@assay/contract/client.ts';
  import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
  import type { customerCalls } from '@assay/contract/endpoints/registry.ts';

  type Locate<E> = E extends Endpoint<infer I, infer R> ? Located<I, R> : never;
  type Calls = typeof customerCalls;

  /** Every customer call by module and name: method and path at run time, input and result for the compiler. */
  export const calls: { readonly [M in keyof Calls]: { readonly [C in keyof Calls[M]]: Locate<Calls[M][C]> } };
}
