import { z } from 'zod';
import type { OperatorRole } from '../../vocabulary/operators.ts';

/** A call of the operator's console, served under `consolePrefix` on a port of its own. */
export interface DeskCall<I extends z.ZodObject = z.ZodObject, R extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST';
  /** Path under the prefix, with `{name}` for parameters. */
  readonly path: string;
  /** Any of these roles may call it; `public` are the calls that come before a session. */
  readonly roles: readonly OperatorRole[] | 'public';
  readonly summary: string;
  /** Path parameters, query (GET) or body (POST) as one flat object; unknown fields are refused. */
  readonly input: I;
  readonly result: R;
  /** True when the call changes something: it takes an `Idempotency-Key`, runs in one transaction and is in the audit log. */
  readonly moves: boolean;
  /** True of a list that is also answered as a file: the same query at `path` + `.csv`, without `limit`. */
  readonly csv: boolean;
  /** Who may export it, where that is fewer than may view it: a whole list of people is more sensitive than its lines. */
  readonly csvRoles: readonly OperatorRole[] | null;
  /** Media types of the file that a success answers; none for the usual envelope. */
  readonly files: readonly string[];
}

interface Definition<S extends z.ZodRawShape, R extends z.ZodType> {
  method: 'GET' | 'POST';
  path: string;
  roles: readonly OperatorRole[] | 'public';
  summary: string;
  input: S;
  result: R;
  moves?: boolean;
  csv?: boolean;
  csvRoles?: readonly OperatorRole[];
  files?: readonly string[];
}

/** Declares one call of the console; the server registers it and the typed client calls it. */
export function deskCall<S extends z.ZodRawShape, R extends z.ZodType>(
  definition: Definition<S, R>,
): DeskCall<z.ZodObject<S, z.core.$strict>, R> {
  return { moves: false, csv: false, csvRoles: null, files: [], ...definition, input: z.strictObject(definition.input) };
}

export type DeskInput<E> = E extends DeskCall<infer I, z.ZodType> ? z.output<I> : never;
export type DeskResult<E> = E extends DeskCall<z.ZodObject, infer R> ? z.output<R> : never;
