import type { Located, SentImages } from '@assay/contract/client.ts';
import { type Intent, isOver } from '@assay/contract/outbox.ts';
import { useRef, useState, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { outbox, sendOnce } from './outbox.ts';
import { useBook, useSession } from './session.ts';

interface Move<I extends z.ZodObject, R extends z.ZodType> {
  /**
   * Sends what was pressed and answers its result once that is known, however long that takes; undefined where one for the
   * same subject is under way. Rejects with the server's refusal, or with what says that nothing was sent.
   */
  submit(input: z.input<I>, pressed: Pressed): Promise<z.output<R> | undefined>;
  readonly isPending: boolean;
  /** It was sent and has no answer; the frame shows it, and no dialog should cover that. */
  readonly isUnknown: boolean;
  /** How much of the pictures is on its way, from 0 to 1; null while nothing is sent. */
  readonly progress: number | null;
  /** Cancels what is under way as far as that is still possible. */
  cancel(): void;
}

interface Pressed {
  /** What it is, in the person's words: shown wherever they are while its outcome is not known. */
  readonly summary: string;
  readonly images?: SentImages;
}

const entries = () => outbox.entries;
const subscribe = (listener: () => void) => outbox.subscribe(listener);

/** What is under way, on all accounts of the person. */
export function useOutbox() {
  const all = useSyncExternalStore(subscribe, entries, entries);
  const owner = useSession((session) => session.userInfo?.id);
  return all.filter((entry) => entry.owner === owner);
}

/**
 * A call that creates or moves something, in the name of the person and account that the page shows. `subject` is what it
 * acts on: while one for it is under way, on whatever page it was pressed, another waits.
 */
export function useMove<I extends z.ZodObject, R extends z.ZodType>(endpoint: Located<I, R>, subject = ''): Move<I, R> {
  const book = useBook();
  const token = useSession((session) => session.token);
  const busy = useRef<AbortController | null>(null);
  const [pressed, setPressed] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const own = (intent: Pick<Intent, 'book' | 'path' | 'subject'>) =>
    intent.book === book && intent.path === endpoint.path && intent.subject === subject;
  const underWay = useOutbox().find((entry) => own(entry) && !isOver(entry));

  const submit = async (input: z.input<I>, { summary, images = {} }: Pressed) => {
    if (busy.current !== null) return undefined;
    const giveUp = new AbortController();
    busy.current = giveUp;
    setPressed(true);
    try {
      const { signal } = giveUp;
      return await sendOnce(endpoint, input, { book, token, subject, summary, images, onProgress: setProgress, signal });
    } finally {
      busy.current = null;
      setPressed(false);
      setProgress(null);
    }
  };
  const cancel = () => {
    busy.current?.abort();
    if (underWay !== undefined) outbox.cancel(underWay.key);
  };
  const isUnknown = underWay?.state === 'unknown';
  // What has no answer is on its way no more.
  return { submit, isPending: pressed || underWay !== undefined, isUnknown, progress: isUnknown ? null : progress, cancel };
}
