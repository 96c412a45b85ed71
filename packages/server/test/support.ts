import type { Client } from '@assay/contract/client.ts';
import { supportCalls } from '@assay/contract/endpoints/support.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { createNotify, serveNotifications } from '../src/notifications/index.ts';
import type { Database } from '../src/platform/database.ts';
import { type SupportContext, serveSupport, serveSupportDesk, supportJobs } from '../src/support/index.ts';
import { consoleApp } from './console.ts';
import { identityApp, standingClock } from './identity-app.ts';

/** The service chat between people and operators, on one database. `processOf` starts the same deployment once more. */
export async function supporting(db: Database) {
  // A Monday at noon: the office is open.
  const clock = standingClock();

  async function processOf(database: Database) {
    const site = await identityApp(database, clock);
    const { bus } = site;
    const context: SupportContext = { db: database, bus, clock, notify: createNotify(bus), secret: 'a secret of this test' };
    serveSupport(site.http, context);
    serveNotifications(site.http);
    const console = await consoleApp(database, clock, (desk) => serveSupportDesk(desk, context));
    return { ...site, context, console };
  }
  const first = await processOf(db);

  /** A visitor from this address with a conversation. */
  async function visitor(ip = '192.0.2.1', site = first) {
    const { token } = await site.from(ip)(supportCalls.openSupport, { language: 'en' });
    if (token === null) throw new Error('the visitor got no token');
    return { token, call: site.from(ip, token) };
  }
  async function customer(name: string) {
    const { token, userName } = await first.register(name);
    const call = first.from('192.0.2.2', token, { virtually: 'NO' });
    await call(supportCalls.openSupport, { language: 'de' });
    return { token, userName, call };
  }
  const operator = (roles: readonly OperatorRole[] = ['support']) => first.console.operatorWith(roles);
  const erase = async () => {
    for (const job of supportJobs(first.context)) await job.run();
  };
  return { ...first, clock, processOf, visitor, customer, operator, erase };
}

let names = 0;
/** A name for a message that no other message has. */
export const newName = () => `message-${(names += 1)}`;

export const say = (call: Client, text: string, clientId = newName()) => call(supportCalls.sendSupport, { clientId, text });

/** What was said, as the reader's own client sees it. */
export async function heard(call: Client, after = 0): Promise<(string | null)[]> {
  const { messages } = await call(supportCalls.supportThread, { after, limit: 100 });
  return messages.map(({ kind, text }) => (kind === 'text' ? text : kind));
}
