import type { AuditEntry } from './audit-entry.ts';

/** The part of an operator's call that identifies a page. */
interface Looking {
  readonly sessionId: string;
}

/** Pages that are open read the same again and again: within so long it is one look. */
const oneLookMs = 10 * 60_000;
const keptMax = 10_000;

/** Recent views by operator, so that an open page does not fill the log. */
export class Looks {
  readonly #at = new Map<string, number>();

  /** Whether this view is in the log already. */
  isKnown({ sessionId }: Looking, entry: AuditEntry, now: number): boolean {
    const at = this.#at.get(keyOf(sessionId, entry));
    return at !== undefined && now - at < oneLookMs;
  }

  /** It has been written down. */
  keep({ sessionId }: Looking, entry: AuditEntry, now: number): void {
    const key = keyOf(sessionId, entry);
    this.#at.delete(key);
    this.#at.set(key, now);
    const [oldest] = this.#at.keys();
    if (this.#at.size > keptMax && oldest !== undefined) this.#at.delete(oldest);
  }
}

const keyOf = (sessionId: string, entry: AuditEntry): string => `${sessionId} ${JSON.stringify(entry)}`;

/** Records that an operator was shown data of a customer; null where it belongs to no customer. */
export const looked = (userId: string | null | undefined, part: string): AuditEntry | undefined =>
  userId === null || userId === undefined || userId === 'house'
    ? undefined
    : { action: 'user.viewed', subject: `user:${userId}`, details: { part } };

/** That customers were looked for in a list: whom it has found, and not what was typed. */
export function soughtIn(path: string, customers: readonly string[]): AuditEntry {
  return {
    action: 'search.made',
    subject: `list:${path}`,
    details: { customers: [...new Set(customers)], hits: customers.length },
  };
}
