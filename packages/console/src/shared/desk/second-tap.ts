import { openedByTap, watchTaps } from '@assay/contract/taps.ts';
import { type MouseEvent, useEffect, useRef } from 'react';

watchTaps(document);

/** The second of two taps whose first one has opened a dialog under the pointer means nothing in it: takes the clicks on their way in. */
export function useSecondTap(): (tap: MouseEvent) => void {
  const opened = useRef<ReturnType<typeof openedByTap> | null>(null);
  useEffect(() => {
    const question = openedByTap();
    opened.current = question;
    return () => question.end();
  }, []);
  return (tap) => opened.current?.take(tap);
}
