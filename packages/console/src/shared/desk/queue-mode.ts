import { createContext, useContext, useEffect } from 'react';

/** What a page within a queue can be notified of: that its case is decided. */
interface QueueMode {
  readonly goOn: () => void;
}
export const QueueContext = createContext<QueueMode | null>(null);

/** Null on a case that was not opened to work through its queue. */
export const useQueueMode = (): QueueMode | null => useContext(QueueContext);

/** A letter that does something while a queue is worked through: not while typing, and not behind a dialog. */
export function useKey(letter: string | undefined, act: () => void): void {
  const inQueue = useQueueMode() !== null;
  useEffect(() => {
    if (!inQueue || letter === undefined) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter.toLowerCase() || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [inQueue, letter, act]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="combobox"], [role="listbox"]') !== null;
}
