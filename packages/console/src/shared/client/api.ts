import { ApiRefusal, type Client, createClient } from '@assay/contract/client.ts';
import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { consolePrefix, sessionHeader } from '@assay/contract/paths.ts';
import { hearServerTime } from '@assay/contract/server-time.ts';
import { requestTimeoutMs } from '@assay/contract/vocabulary/limits.ts';
import type { z } from 'zod';
import { operatorLanguage } from '../words/i18n.ts';
import { readSession } from './session.ts';

/** The browser sends the cookie; a header says that a page of ours sends the request, and whose it is. */
export const headersOf = (operatorId: string | undefined): Record<string, string> => ({ [sessionHeader]: operatorId ?? '0' });

function headers(): Record<string, string> {
  return { 'Accept-Language': operatorLanguage(), ...headersOf(readSession()?.operator.id) };
}

const client: Client = createClient({
  origin: '',
  prefix: consolePrefix,
  fetch: (url, init) => fetch(url, init),
  heard: hearServerTime,
  headers,
});

/**
 * Calls the console's side of the server as the operator of this page. Throws `ApiRefusal`, whose message is in the operator's
 * language; anything else that is thrown means that no answer came, or none for the operator who is signed in by now.
 */
export async function call<I extends z.ZodObject, R extends z.ZodType>(
  desk: DeskCall<I, R>,
  input: z.input<I>,
  options: { signal?: AbortSignal; idempotencyKey?: string; headers?: Record<string, string> } = {},
): Promise<z.output<R>> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const asked = readSession();
  try {
    return await client(desk, input, { ...options, signal });
  } catch (problem) {
    // Another tab has signed in meanwhile: that an earlier session is over says nothing of this one.
    const over = problem instanceof ApiRefusal && problem.code === '401' && asked !== null && asked !== readSession();
    throw over ? new Error('of a session before this one') : problem;
  }
}

/** Fetches a file that only an operator may see: an image of a customer, a list as CSV. */
export async function fetchFile(path: string, signal?: AbortSignal): Promise<{ name: string; content: Blob }> {
  const response = await fetch(consolePrefix + path, { headers: headers(), ...(signal && { signal }) });
  if (!response.ok) {
    // The server's refusals come in the envelope of every other answer.
    const body = (await response.json().catch(() => ({}))) as { message?: string };
    throw new ApiRefusal({
      code: response.status === 401 ? '401' : '500',
      httpStatus: response.status,
      message: body.message ?? '',
    });
  }
  const [, name = 'file'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: await response.blob() };
}
