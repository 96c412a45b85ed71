import type { Database } from '../database.ts';
import type { Logger } from '../log.ts';
import type { Lead } from './lead.ts';
import { readLease } from './lease.ts';

const lookMs = 1_000;

/** Keeps up with who leads, in a process that never does. */
export function watchLead(lead: Lead, db: Database, log: Logger): { stop(): void } {
  let looking = false;
  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    const sentAt = lead.elapsed();
    try {
      lead.seen(await readLease(db), sentAt);
    } catch (error) {
      log.warn({ err: error }, 'it could not be seen who leads');
    } finally {
      looking = false;
    }
  }
  void look();
  const timer = setInterval(() => void look(), lookMs);
  return { stop: () => clearInterval(timer) };
}
