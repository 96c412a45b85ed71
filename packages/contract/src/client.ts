import type { z } from 'zod';
import type { Endpoint } from './endpoints/endpoint.ts';
import { customerPrefix } from './paths.ts';
import { type Code, isCode } from './vocabulary/code-statuses.ts';

/** A refusal as the wire carries it; thrown by `call` so that callers handle one shape. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly code: Code;
  readonly httpStatus: number;
  readonly fields: Readonly<Record<string, string>>;
  /** The values of the placeholders in the code's text. */
  readonly values: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | null;

  constructor(details: {
    code: Code;
    httpStatus: number;
    message: string;
    fields?: Record<string, string>;
    values?: Record<string, string>;
    retryAfterSeconds?: number | null;
  }) {
    super(details.message);
    this.code = details.code;
    this.httpStatus = details.httpStatus;
    this.fields = details.fields ?? {};
    this.values = details.values ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/**
 * No answer came: the network failed, alone or with pictures on their way, or the time ran out. What the server did is
 * unknown; of what only sets something it may have been looked up that it stands as before, or have been tried in vain.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: 'network' | 'upload' | 'timeout' | 'unchanged' | 'unseen';

  constructor(reason: NoAnswer['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export interface ClientOptions {
  /** Origin such as `http://127.0.0.1:8080`; empty for the page's own. */
  readonly origin: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Headers of each request: Authorization, virtually, Accept-Language. Computed for each request. */
  readonly headers: () => Record<string, string>;
  /** Where the calls live; the customers' by default. */
  readonly prefix?: string;
  /** Called for answers of the server itself, with the time of their headers, by `performance.now()`. */
  readonly heard?: (response: Response, at: number) => void;
}

/**
 * What a request needs of an endpoint. The schemas only carry types here, so that a client may leave them, and with them
 * zod, out of what it loads. Every `Endpoint` is one.
 */
export interface Located<I extends z.ZodObject, R extends z.ZodType> {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly input?: I;
  readonly result?: R;
}

/** Builds the path and query of a call: `{name}` from the input, lists as repeated keys. */
export function locate(
  endpoint: Pick<Endpoint, 'path'>,
  input: Record<string, unknown>,
  prefix = customerPrefix,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: prefix + path, rest };
}

/** Pictures of a multipart call by their part's name. */
export type SentImages = Readonly<Record<string, Blob>>;

/** Fields first, so that they are read before the files that take long. */
function formOf(fields: Record<string, unknown>, images: SentImages): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  for (const [name, image] of Object.entries(images)) form.append(name, image, name);
  return form;
}

/** A typed client over any fetch: the same for browser, tests and scripts. */
export function createClient(options: ClientOptions) {
  return async function call<I extends z.ZodObject, R extends z.ZodType>(
    endpoint: Located<I, R>,
    input: z.input<I>,
    extra: { signal?: AbortSignal; idempotencyKey?: string; headers?: Record<string, string>; images?: SentImages } = {},
  ): Promise<z.output<R>> {
    const { path, rest } = locate(endpoint, input, options.prefix);
    const headers: Record<string, string> = { ...options.headers(), ...extra.headers };
    if (extra.idempotencyKey !== undefined) headers['Idempotency-Key'] = extra.idempotencyKey;
    const init: RequestInit = { method: endpoint.method, headers };
    if (extra.signal) init.signal = extra.signal;
    let url = options.origin + path;
    if (endpoint.method === 'GET') {
      const query = new URLSearchParams();
      for (const [key, value] of Object.entries(rest)) {
        if (value === undefined) continue;
        for (const one of Array.isArray(value) ? value : [value]) query.append(key, String(one));
      }
      if (query.size > 0) url += `?${query}`;
    } else if (extra.images !== undefined && Object.keys(extra.images).length > 0) {
      // The content type, with its boundary, is set by fetch.
      init.body = formOf(rest, extra.images);
    } else {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(rest);
    }
    const response = await options.fetch(url, init);
    const arrivedAt = performance.now();
    // The shape is the server's, held by its own tests; a proxy's HTML page fails to parse and is refused below.
    const body = (await response.json().catch(() => null)) as {
      code?: unknown;
      result?: unknown;
      message?: unknown;
      fields?: Record<string, string>;
      values?: Record<string, string>;
    } | null;
    // A proxy that answers in place of the server has a clock of its own.
    if (body?.code === '200' || isCode(body?.code)) options.heard?.(response, arrivedAt);
    if (body?.code === '200') return body.result as z.output<R>;
    const retryAfter = Number(response.headers.get('retry-after'));
    throw new ApiRefusal({
      code: isCode(body?.code) ? body.code : response.status === 401 ? '401' : '500',
      httpStatus: response.status,
      message: typeof body?.message === 'string' ? body.message : '',
      fields: body?.fields ?? {},
      values: body?.values ?? {},
      retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
    });
  };
}
export type Client = ReturnType<typeof createClient>;
