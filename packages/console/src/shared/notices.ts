import { cellOf, useCell } from './cell.ts';

type NoticeTone = 'success' | 'info' | 'warning' | 'error';

/** Passing notices to the operator. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: NoticeTone;
  /** It goes only when it is put away. */
  readonly stays: boolean;
}

/** More at once would not be read: the oldest is removed. */
const shownMax = 4;
const notices = cellOf<readonly Notice[]>([]);
let told = 0;

/** Says something in passing, whichever page or dialog is open by then. What is shown already is not said twice. */
export function notify(text: string, tone: NoticeTone, { stays = false }: { stays?: boolean } = {}): void {
  told += 1;
  const others = notices.get().filter((notice) => notice.text !== text || notice.tone !== tone);
  notices.set([...others, { id: told, text, tone, stays }].slice(-shownMax));
}

export function putAway(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

export const useNotices = (): readonly Notice[] => useCell(notices);
