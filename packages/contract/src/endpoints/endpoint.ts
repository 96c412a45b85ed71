import { z } from 'zod';
import type { KeyRight } from '../vocabulary/api-keys.ts';

/**
 * Who may call: anyone; a signed-in user; a signed-in user with the demo or real account chosen by the `virtually`
 * header; or the real account only (demo is refused with 11002).
 */
export type Auth = 'public' | 'user' | 'account' | 'real';

/** The pictures of a multipart call by their part's name. */
export type ImageParts = Readonly<Record<string, 'required' | 'optional'>>;

export interface Endpoint<
  I extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
  P extends ImageParts = ImageParts,
> {
  readonly method: 'GET' | 'POST';
  /** Path under the prefix, with `{name}` for parameters, as the specification writes it. */
  readonly path: string;
  readonly auth: Auth;
  readonly summary: string;
  /** Path parameters, query (GET) or body (POST) as one flat object; unknown fields are refused. */
  readonly input: I;
  readonly result: R;
  /** True when the call creates or moves something: it takes an `Idempotency-Key` and runs in one transaction. */
  readonly moves: boolean;
  /** True when the call closes existing orders: it has a call budget of its own, which nothing else uses up. */
  readonly ends: boolean;
  /** Which right of an API key the call takes; most calls are for people alone. */
  readonly keys: KeyRight | 'never';
  /** A multipart call sends its fields as form data beside its pictures; without pictures JSON does too. */
  readonly body: 'json' | 'multipart';
  /** Pictures that a multipart call sends: JPG, JPEG 2000 or PNG. */
  readonly images: P;
  /** Media types of the file that a success answers; none for the usual envelope. Refusals come in the envelope always. */
  readonly files: readonly string[];
}

type Definition<S extends z.ZodRawShape, R extends z.ZodType, P extends ImageParts> = {
  method: 'GET' | 'POST';
  path: string;
  auth: Auth;
  summary: string;
  input: S;
  result: R;
  moves?: boolean;
  ends?: boolean;
  keys?: KeyRight;
  body?: 'json' | 'multipart';
  images?: P;
  files?: readonly string[];
};

/** Declares one call of the wire; the server registers it and the typed client calls it. */
export function endpoint<S extends z.ZodRawShape, R extends z.ZodType, const P extends ImageParts = ImageParts>(
  definition: Definition<S, R, P>,
): Endpoint<z.ZodObject<S, z.core.$strict>, R, P> {
  // Where no pictures are named there are none, which is what P then says.
  const images = definition.images ?? ({} as P);
  return {
    moves: false,
    ends: false,
    keys: 'never',
    body: 'json',
    files: [],
    ...definition,
    images,
    input: z.strictObject(definition.input),
  };
}

export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never;
/** What a caller writes: fields with a default may be left out. */
export type SentTo<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never;
export type ResultOf<E> = E extends Endpoint<z.ZodObject, infer R> ? z.output<R> : never;
