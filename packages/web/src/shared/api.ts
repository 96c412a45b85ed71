import { ApiRefusal, createClient, type Located } from '@assay/contract/client.ts';
import { requestTimeoutMs } from '@assay/contract/vocabulary/limits.ts';
import { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { endSession, useSession } from './session.ts';

/** No answer came: the network failed, or the time ran out, and what the server did is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: 'network' | 'timeout';

  constructor(reason: 'network' | 'timeout') {
    super(reason);
    this.reason = reason;
  }
}

const send = createClient({
  origin: '',
  fetch: (url, init) => fetch(url, init),
  headers: () => {
    const { token, virtualStatus, language } = useSession.getState();
    const headers: Record<string, string> = { virtually: virtualStatus === 1 ? 'NO' : 'YES', 'Accept-Language': language };
    if (token !== '') headers['Authorization'] = token;
    return headers;
  },
});

interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
}

/**
 * Calls the server as the person and account of this moment. Throws `ApiRefusal` (the server said no; its message is in
 * the person's language), `NoAnswer`, or an AbortError when the caller's own signal ended it.
 */
export async function call<I extends z.ZodObject, R extends z.ZodType>(
  endpoint: Located<I, R>,
  input: z.input<I>,
  options: CallOptions = {},
): Promise<z.output<R>> {
  const { token } = useSession.getState();
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    return await send(endpoint, input, { ...options, signal });
  } catch (error) {
    if (error instanceof ApiRefusal) {
      // An answer to a session that has since been replaced says nothing about the present one.
      const current = token === useSession.getState().token;
      if (current && error.httpStatus === 401) endSession('http');
      else if (current && error.code === '401') endSession('code');
      throw error;
    }
    if (options.signal?.aborted) throw error;
    throw new NoAnswer(timeout.aborted ? 'timeout' : 'network');
  }
}

/** Reading is repeated once after silence, never after a refusal; private data lives under the keys of its account. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof NoAnswer && failures < 1,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

// What belonged to a session is dropped with it; the next person at this device must not find it.
useSession.subscribe((now, before) => {
  if (now.token !== before.token && before.token !== '') queryClient.removeQueries({ queryKey: ['account'] });
});
