import { createHmac } from 'node:crypto';
import { type Screened, type ScreeningAnswer, screeningAnswers } from '@assay/contract/vocabulary/screening.ts';
import { z } from 'zod';
import type { Facts } from './screening.ts';

export interface Webhook {
  readonly url: string;
  /** Signs the request, so that no other client can query. */
  readonly key: string;
}

const answerMsMax = 5000;
const bytesMax = 4096;
const answered = z.object({ answer: z.enum(screeningAnswers) });

/**
 * Asks the webhook about one case, until the signal aborts. Rejects where it does not answer in time, or anything but one of its three words: none of that is
 * taken for clear.
 */
export async function ask(
  { url, key }: Webhook,
  now: number,
  about: Screened,
  { caseNo, facts }: { readonly caseNo: string; readonly facts: Facts },
  signal: AbortSignal,
): Promise<ScreeningAnswer> {
  const body = JSON.stringify({ about, case: caseNo, ...facts });
  const time = String(now);
  const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'assay-time': time, 'assay-signature': signature },
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]),
  });
  // Only that is an answer: what was merely accepted, or comes from somewhere on the way, is none.
  if (response.status !== 200) throw new Error(`the screening answers with ${response.status}`);
  return answered.parse(JSON.parse(await textOf(response))).answer;
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  for await (const part of body) {
    bytes += part.length;
    if (bytes > bytesMax) throw new Error(`the screening answers with more than ${bytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
