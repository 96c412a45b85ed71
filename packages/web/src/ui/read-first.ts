import { isAt, lastTap, openedByTap, readMs, watchTaps } from '@assay/contract/taps.ts';
import { type MouseEvent as ReactMouseEvent, useEffect, useRef, useState } from 'react';

/** Within it the next of several taps comes. */
const againMs = 400;

watchTaps(document);

/**
 * When the first of several taps closes a dialog, the others are not meant: what was under the dialog, such as the bar
 * at the lower edge of a phone, takes no press at that place for a moment. A mouse counts its clicks, a finger does not
 * everywhere.
 */
export function useTapsEnd(open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    return () => {
      const tap = lastTap();
      if (tap === null) return;
      const stop = (event: MouseEvent) => {
        if (!isAt(tap, event) || event.detail < (tap.finger ? 1 : 2)) return;
        event.preventDefault();
        event.stopPropagation();
      };
      document.addEventListener('click', stop, true);
      setTimeout(() => document.removeEventListener('click', stop, true), againMs);
    };
  }, [open]);
}

/**
 * The second of two taps whose first one has opened a question under the finger means nothing in it. Answers what takes the clicks within
 * the question before anything there gets them.
 */
export function useSecondTap(open: boolean): (tap: ReactMouseEvent) => void {
  const opened = useRef<ReturnType<typeof openedByTap> | null>(null);
  useEffect(() => {
    if (!open) return undefined;
    const question = openedByTap();
    opened.current = question;
    return () => {
      opened.current = null;
      question.end();
    };
  }, [open]);
  return (tap) => opened.current?.take(tap);
}

/**
 * Only what has been read is agreed to. `unread` for a moment after an open question has become another, such as a new
 * price; `isNew` while the key that opened it may still be pressed.
 */
export function useReadFirst(open: boolean, question: string): { unread: boolean; isNew(): boolean } {
  const [read, setRead] = useState(question);
  const fresh = useRef(false);
  useEffect(() => {
    if (!open) return undefined;
    fresh.current = true;
    const timer = setTimeout(() => (fresh.current = false), readMs);
    return () => clearTimeout(timer);
  }, [open]);
  useEffect(() => {
    // The text of a closed one is not read.
    const timer = setTimeout(() => setRead(question), open ? readMs : 0);
    return () => clearTimeout(timer);
  }, [open, question]);
  return { unread: open && read !== question, isNew: () => fresh.current };
}
