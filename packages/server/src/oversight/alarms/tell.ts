import { createHmac } from 'node:crypto';
import type { Mailer } from '../../platform/mail.ts';

/** Where alarms go besides the desk; nowhere where nothing is set. */
export interface AlarmPlaces {
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
  readonly mail: string | undefined;
}

/** An alarm as it is told outside: nothing of a customer is in it. */
export interface ToldAlarm {
  readonly id: number;
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
  readonly raisedAt: string;
}

const answerMsMax = 10_000;

/** What a receiver compares: of the moment and the body, by the secret that both know. */
export function alarmSignature(secret: string, time: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/** Rejects where one of the places has not taken it: then it is told once more, so a receiver knows alarms by their number. */
export async function tellAlarm(
  places: AlarmPlaces,
  mailer: Pick<Mailer, 'send'>,
  now: number,
  alarm: ToldAlarm,
): Promise<void> {
  const { webhook, mail } = places;
  if (webhook !== undefined) {
    const body = JSON.stringify(alarm);
    const time = String(now);
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Assay-Time': time,
        'Assay-Signature': alarmSignature(webhook.secret, time, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(answerMsMax),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
  }
  if (mail !== undefined) {
    const text = `${alarm.rule}\n${alarm.subject}\n${alarm.detail}\n${alarm.raisedAt}\n`;
    const title = `Assay: ${alarm.rule} · ${alarm.subject}`;
    await mailer.send({ to: mail, subject: title, text });
  }
}
