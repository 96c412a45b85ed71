import { createHmac } from 'node:crypto';
import type { Mailer } from '../../platform/mail.ts';

/** Where alarms go besides the desk; nowhere where nothing is set. */
export interface AlarmPlaces {
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
  readonly mail: string | undefined;
}

/** An alarm as it is sent out: without customer data. */
export interface ToldAlarm {
  readonly id: number;
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
  readonly raisedAt: string;
}

/** A place outside of the console; `tell` rejects where it has not taken the alarm by the deadline. */
export interface Place {
  readonly name: keyof AlarmPlaces;
  readonly tell: (alarm: ToldAlarm, now: number, deadline: AbortSignal) => Promise<void>;
}

/** The signature that a receiver compares: of the time and the body, with the shared secret. */
export function alarmSignature(secret: string, time: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/**
 * The configured receivers. Each is sent to separately, and retried until it accepts: a receiver identifies alarms by
 * their number.
 */
export function placesOf({ webhook, mail }: AlarmPlaces, mailer: Pick<Mailer, 'send'>): Place[] {
  const places: Place[] = [];
  if (webhook !== undefined)
    places.push({ name: 'webhook', tell: (alarm, now, deadline) => post(webhook, alarm, now, deadline) });
  if (mail !== undefined)
    places.push({ name: 'mail', tell: (alarm, _, deadline) => by(deadline, mailer.send({ to: mail, ...mailOf(alarm) })) });
  return places;
}

async function post(
  { url, secret }: NonNullable<AlarmPlaces['webhook']>,
  alarm: ToldAlarm,
  now: number,
  deadline: AbortSignal,
): Promise<void> {
  const body = JSON.stringify(alarm);
  const time = String(now);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Assay-Time': time, 'Assay-Signature': alarmSignature(secret, time, body) },
    body,
    redirect: 'error',
    signal: deadline,
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
}

function mailOf({ rule, subject, detail, raisedAt }: ToldAlarm): { subject: string; text: string } {
  const title = `Assay: ${rule} · ${subject}`;
  return { subject: title, text: `${rule}\n${subject}\n${detail}\n${raisedAt}\n` };
}

/** A mail can't be called back: one that goes out after the deadline goes out twice. */
async function by(deadline: AbortSignal, sent: Promise<void>): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(new Error('the mail was not taken in time')), { once: true });
  });
  await Promise.race([sent, late]);
}
