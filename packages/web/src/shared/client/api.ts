import {
  ApiRefusal,
  type Client,
  type ClientOptions,
  createClient,
  type Located,
  NoAnswer,
  type SentImages,
} from '@assay/contract/client.ts';
import { hearServerTime } from '@assay/contract/server-time.ts';
import { requestTimeoutMs } from '@assay/contract/vocabulary/limits.ts';
import { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { formatOf, isDecimal } from '../words/format.ts';
import { wordsOfCode } from '../words/i18n.ts';
import { endSession, useSession } from './session.ts';
import { upload } from './upload.ts';

/** A client in the name of the person and account of each moment. */
function clientOver(fetchAnswer: ClientOptions['fetch']): Client {
  return createClient({
    origin: '',
    fetch: fetchAnswer,
    heard: hearServerTime,
    headers: () => {
      const { token, virtualStatus, language } = useSession.getState();
      const headers: Record<string, string> = { virtually: virtualStatus === 1 ? 'NO' : 'YES', 'Accept-Language': language };
      if (token !== '') headers['Authorization'] = token;
      return headers;
    },
  });
}

const ask: ClientOptions['fetch'] = (url, init) => fetch(url, init);

const send = clientOver(ask);

interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** In place of those of the person and account. */
  headers?: Record<string, string>;
  /** Pictures of a multipart call by their part's name. */
  images?: SentImages;
  /** How much of the pictures is on its way, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Calls the server as the person and account of this moment. Throws `ApiRefusal` (the server said no; its message is in
 * the person's language), `NoAnswer`, or an AbortError when the caller's own signal ended it.
 */
export function call<I extends z.ZodObject, R extends z.ZodType>(
  endpoint: Located<I, R>,
  input: z.input<I>,
  options: CallOptions = {},
): Promise<z.output<R>> {
  const { onProgress } = options;
  if (onProgress === undefined) return callOver(send, endpoint, input, options);
  const uploading = clientOver((url, init) => (init.body instanceof FormData ? upload(url, init, onProgress) : ask(url, init)));
  return callOver(uploading, endpoint, input, options);
}

export interface FetchedFile {
  /** As the server calls it. */
  readonly name: string;
  readonly content: Blob;
}

/** Fetches an endpoint's file; refusals and silence are those of `call`. */
export async function fetchFile<I extends z.ZodObject>(
  endpoint: Located<I, z.ZodNull>,
  input: z.input<I>,
  options: Pick<CallOptions, 'headers'> = {},
): Promise<FetchedFile> {
  const files: FetchedFile[] = [];
  const sendForFile = clientOver(async (url, init) => {
    const response = await fetch(url, init);
    if (!response.ok) return response;
    const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    files.push({ name, content: await response.blob() });
    // The client reads envelopes; a file has come in place of one.
    return Response.json({ code: '200', result: null });
  });
  await callOver(sendForFile, endpoint, input, options);
  const [file] = files;
  if (file === undefined) throw new NoAnswer('network');
  return file;
}

async function callOver<I extends z.ZodObject, R extends z.ZodType>(
  client: Client,
  endpoint: Located<I, R>,
  input: z.input<I>,
  options: CallOptions,
): Promise<z.output<R>> {
  const token = options.headers?.['Authorization'] ?? useSession.getState().token;
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    return await client(endpoint, input, { ...options, signal });
  } catch (error) {
    if (error instanceof ApiRefusal) {
      // An answer to a session that has since been replaced says nothing about the present one.
      const current = token === useSession.getState().token;
      if (current && error.httpStatus === 401) endSession('http');
      else if (current && error.code === '401') endSession('code');
      throw await inWords(error);
    }
    if (options.signal?.aborted) throw error;
    const uploading = options.images !== undefined && Object.keys(options.images).length > 0;
    throw new NoAnswer(timeout.aborted ? 'timeout' : uploading ? 'upload' : 'network');
  }
}

/**
 * Words of its own for a refusal that came without, since the specification promises a code alone, and for one with figures, which
 * the wire writes in its own way. No code is the unknown error.
 */
export async function inWords(refusal: ApiRefusal): Promise<ApiRefusal> {
  const { code, httpStatus, message: told, fields, values, retryAfterSeconds } = refusal;
  if (code === '500' || (told !== '' && Object.keys(values).length === 0)) return refusal;
  const { quantity } = formatOf(useSession.getState().language);
  const figures = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    isDecimal(value) ? quantity(value) : value,
  ]);
  const message = await wordsOfCode(code, Object.fromEntries(figures)).catch(() => told);
  return new ApiRefusal({ code, httpStatus, message, fields, values, retryAfterSeconds });
}

/** Reading is repeated once after silence, never after a refusal; private data lives under the keys of its account. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof NoAnswer && failures < 1,
      refetchOnWindowFocus: false,
    },
    // An offline request fails at once: a change that is made later may not be wanted any more.
    mutations: { retry: false, networkMode: 'always' },
  },
});

// What belonged to a session is dropped with it; the next person at this device must not find it.
useSession.subscribe((now, before) => {
  if (now.token !== before.token && before.token !== '') queryClient.removeQueries({ queryKey: ['account'] });
});
