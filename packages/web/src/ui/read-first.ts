import { useEffect, useRef, useState } from 'react';

/** Nobody has read a question earlier; the second tap of two comes within it. */
const readMs = 600;
/** How far apart two taps with one finger may be. */
const tapPx = 30;
/** Within it the next of several taps comes. */
const againMs = 400;

interface Tap {
  readonly clientX: number;
  readonly clientY: number;
}

let last: (Tap & { readonly finger: boolean }) | null = null;
/** The tap that has ended a question opens none. */
let ender: Tap | null = null;
document.addEventListener(
  'pointerdown',
  ({ clientX, clientY, pointerType }) => (last = { clientX, clientY, finger: pointerType === 'touch' }),
  true,
);

const isAt = (tap: Tap, other: Tap) => Math.hypot(tap.clientX - other.clientX, tap.clientY - other.clientY) < tapPx;

/**
 * Whoever has ended a dialog by the first of several taps means nothing by the others: what was under the dialog, such as the bar at
 * the lower edge of a phone, takes no press at that place for a moment. A mouse counts its clicks, a finger does not everywhere.
 */
export function useTapsEnd(open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    return () => {
      const tap = last;
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
 * Only what has been read is agreed to. `unread` for a moment after an open question has become another, such as a new price;
 * `isSameTap` finds the second of two taps whose first one has opened the question under the finger; `isNew` while whoever has opened
 * it by a key may still be pressing that.
 */
export function useReadFirst(
  open: boolean,
  question: string,
): { unread: boolean; isSameTap(tap: Tap): boolean; isNew(): boolean } {
  const [read, setRead] = useState(question);
  const opener = useRef<Tap | null>(null);
  const fresh = useRef(false);
  useEffect(() => {
    if (!open) return undefined;
    opener.current = last === ender ? null : last;
    fresh.current = true;
    const timer = setTimeout(() => {
      opener.current = null;
      fresh.current = false;
    }, readMs);
    return () => {
      clearTimeout(timer);
      ender = last;
    };
  }, [open]);
  useEffect(() => {
    // What a closed one says is read by nobody.
    const timer = setTimeout(() => setRead(question), open ? readMs : 0);
    return () => clearTimeout(timer);
  }, [open, question]);
  return {
    unread: open && read !== question,
    isSameTap: (tap) => opener.current !== null && isAt(opener.current, tap),
    isNew: () => fresh.current,
  };
}
