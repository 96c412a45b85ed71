import { storageOf } from '@assay/contract/storage.ts';

const ticketKey = 'resetTicket';
const written = /^[0-9a-f-]{36}$/;

/**
 * What a code for a new password is bound to, in this tab alone: a phone may load the page anew while its owner reads the
 * mail, and the code is good there still.
 */
export function resetTicket(): string {
  const kept = storageOf('sessionStorage').get(ticketKey);
  if (kept !== null && written.test(kept)) return kept;
  const made = crypto.randomUUID();
  storageOf('sessionStorage').set(ticketKey, made);
  return made;
}

/** Its code is spent. */
export function forgetResetTicket(): void {
  storageOf('sessionStorage').set(ticketKey, null);
}
