import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import webPush from 'web-push';
import { isOfPushService, lookupFor } from './addresses.ts';
import type { HouseKeys } from './vapid.ts';
import { type PushText } from './words.ts';

const answerMsMax = 10_000;

export interface PushSettings {
  readonly keys: HouseKeys;
  /** The site's own address. */
  readonly origin: string;
  /** Origins that count as push services beside the known ones. */
  readonly services: readonly string[];
}

/** Where something is sent to, as the browser has said. */
export interface Address {
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

export interface Handling {
  /** After so many seconds a notification is out of date. */
  readonly ttlSeconds: number;
  readonly urgent: boolean;
  /** The answer is not awaited once it aborts. */
  readonly signal: AbortSignal;
}

/** The outcome: `later` is worth a retry, `gone` and `refused` are not, and `gone` never will be. */
export interface Posted {
  readonly outcome: 'taken' | 'later' | 'gone' | 'refused';
  /** Null where there was no answer. */
  readonly status: number | null;
  /** For so long the push service wants to be left alone. */
  readonly afterSeconds: number;
}

/**
 * Encrypts it for one device, signs it and hands it to the push service, which is asked anew whether it is one: what was allowed
 * when the device came may not be any more. A service that has the same under the same topic replaces it, so that a try after a
 * lost answer is no second message.
 */
export async function post(
  settings: PushSettings,
  address: Address,
  text: PushText,
  handling: Handling,
  lookup?: LookupFunction,
): Promise<Posted> {
  if (!isOfPushService(address.endpoint, settings.services)) return { outcome: 'gone', status: null, afterSeconds: 0 };
  const keys = { p256dh: address.p256dh.toString('base64url'), auth: address.auth.toString('base64url') };
  const { method, headers, body } = webPush.generateRequestDetails({ endpoint: address.endpoint, keys }, JSON.stringify(text), {
    vapidDetails: { subject: subjectOf(settings.origin), ...settings.keys },
    TTL: handling.ttlSeconds,
    urgency: handling.urgent ? 'high' : 'normal',
    topic: `n${text.id}`,
    contentEncoding: 'aes128gcm',
  });
  const answer = await ask(
    address.endpoint,
    { method, headers, signal: handling.signal, lookup: lookup ?? lookupFor(address.endpoint, settings.services) },
    body,
  ).catch(() => null);
  if (answer === null) return { outcome: 'later', status: null, afterSeconds: 0 };
  const { status, afterSeconds } = answer;
  if (status >= 200 && status < 300) return { outcome: 'taken', status, afterSeconds };
  if (status === 404 || status === 410) return { outcome: 'gone', status, afterSeconds };
  if (status === 429 || status >= 500) return { outcome: 'later', status, afterSeconds };
  return { outcome: 'refused', status, afterSeconds };
}

/** Contact for the push service when something is wrong. It takes addresses over TLS and of mail alone. */
function subjectOf(origin: string): string {
  return origin.startsWith('https://') ? origin : 'mailto:push@assay.invalid';
}

interface Answer {
  readonly status: number;
  readonly afterSeconds: number;
}

/** One request. It follows no redirect, reads nothing of the answer but its head, and ends in time. */
function ask(
  endpoint: string,
  options: Pick<Handling, 'signal'> & {
    readonly method: string;
    readonly headers: http.OutgoingHttpHeaders;
    readonly lookup: LookupFunction;
  },
  body: Buffer | null,
): Promise<Answer> {
  const url = new URL(endpoint);
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(answerMsMax)]);
    const asked = request(url, { ...options, signal }, (answer) => {
      const after = Number(answer.headers['retry-after'] ?? 0);
      resolve({
        status: answer.statusCode ?? 0,
        afterSeconds: Number.isFinite(after) && after > 0 ? Math.min(after, 3600) : 0,
      });
      answer.destroy();
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
