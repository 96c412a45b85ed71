import { useEffect, useRef, useState } from 'react';

/** Nobody has read a question earlier; the second tap of two comes within it. */
const readMs = 600;
/** How far apart two taps with one finger may be. */
const tapPx = 30;

interface Tap {
  readonly clientX: number;
  readonly clientY: number;
}

const nowhere: Tap = { clientX: Number.NaN, clientY: Number.NaN };
let last = nowhere;
document.addEventListener('pointerdown', ({ clientX, clientY }) => (last = { clientX, clientY }), true);

/**
 * Only what has been read is agreed to. `unread` for a moment after an open question has become another, such as a new price;
 * `isSameTap` finds the second of two taps whose first one has opened the question under the finger.
 */
export function useReadFirst(open: boolean, question: string): { unread: boolean; isSameTap(tap: Tap): boolean } {
  const [read, setRead] = useState(question);
  const opener = useRef<Tap | null>(null);
  useEffect(() => {
    if (!open) return undefined;
    opener.current = last;
    const timer = setTimeout(() => {
      opener.current = null;
    }, readMs);
    return () => {
      clearTimeout(timer);
      // What has ended a question opens none.
      last = nowhere;
    };
  }, [open]);
  useEffect(() => {
    // What a closed one says is read by nobody.
    const timer = setTimeout(() => setRead(question), open ? readMs : 0);
    return () => clearTimeout(timer);
  }, [open, question]);
  return {
    unread: open && read !== question,
    isSameTap: ({ clientX, clientY }) => {
      const first = opener.current;
      return first !== null && Math.hypot(clientX - first.clientX, clientY - first.clientY) < tapPx;
    },
  };
}
