import type { SupportMessage } from '@assay/contract/endpoints/support.ts';

/** Something that was written here and that the server has not confirmed yet. */
export interface Unsent {
  /** Names it to the server: however often it is sent, it is one message. */
  readonly clientId: string;
  readonly text: string | null;
  /** Pictures are held in memory alone. */
  readonly image: File | null;
  /** Epoch milliseconds by this device's clock. */
  readonly at: number;
  /** How often the server has answered that it could not. */
  readonly tries: number;
  /** The server's words when it refused; what only found no way is sent again by itself. */
  readonly refused: string | null;
}

/** Known messages with those that came, by number: duplicates are merged. */
export function merged(known: readonly SupportMessage[], came: readonly SupportMessage[]): readonly SupportMessage[] {
  if (came.length === 0) return known;
  const bySeq = new Map([...known, ...came].map((message) => [message.seq, message]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** What is still to be sent once these messages are known: an answer may be lost, and the message have arrived. */
export function stillUnsent(unsent: readonly Unsent[], messages: readonly SupportMessage[]): readonly Unsent[] {
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  return unsent.filter(({ clientId }) => !arrived.has(clientId));
}

/** A line of the conversation as it is drawn. `first` and `last` are of a run of one side within a few minutes. */
export interface Line {
  readonly message: SupportMessage;
  readonly newDay: boolean;
  readonly first: boolean;
  readonly last: boolean;
}

const runMs = 5 * 60_000;
const dayOf = (at: string) => new Date(at).toDateString();

/** Puts messages into runs and days, by the reader's clock. */
export function linesOf(messages: readonly SupportMessage[]): Line[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    return {
      message,
      newDay: before === undefined || dayOf(before.at) !== dayOf(message.at),
      first: before === undefined || !together(before, message),
      last: after === undefined || !together(message, after),
    };
  });
}

function together(a: SupportMessage, b: SupportMessage): boolean {
  const said = a.kind !== 'joined' && a.kind !== 'closed' && b.kind !== 'joined' && b.kind !== 'closed';
  const close = Date.parse(b.at) - Date.parse(a.at) < runMs && dayOf(a.at) === dayOf(b.at);
  return said && close && a.author === b.author && a.operator === b.operator;
}

/** A text in pieces: web addresses, which may be followed, and everything else, which is text. */
export function piecesOf(text: string): { readonly text: string; readonly href: string | null }[] {
  const pieces: { text: string; href: string | null }[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/https?:\/\/[^\s<>"']+[^\s<>"'.,:;!?)\]}。，！？）]/g)) {
    if (!URL.canParse(found)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), href: null });
    pieces.push({ text: found, href: found });
    end = index + found.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}
