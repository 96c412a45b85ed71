import { NoAnswer } from '@assay/contract/client.ts';
import { isSilence, NotSent } from '@assay/contract/outbox.ts';
import { useSession } from './session.ts';

interface Setting<T> {
  /** Sends it, and answers what stands then. */
  readonly send: () => Promise<T>;
  /** Asks what stands. */
  readonly look: () => Promise<T>;
  /** Whether that is what was asked for. */
  readonly stands: (found: T) => boolean;
  /** Shows what stands, whether it is what was asked for or not. */
  readonly show: (found: T) => void;
  /** Who has given it up no longer waits for what stands. */
  readonly signal?: AbortSignal;
}

/** An answer may have been lost that was there: the first look is at once. The others are for a line, or a server, that comes back. */
const lookAfterMs = [0, 500, 2_000];

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Sends what makes something stand in one way, such as a limit or a star. Twice is as once, so it needs no key and nobody
 * follows it: after silence what stands is looked at and shown. Rejects with the refusal; with `NotSent` offline; and with
 * `NoAnswer` where after silence something else stands (`unchanged`), or nobody could say what does (`unseen`). What the sender
 * has given up rejects as it is.
 */
export async function setAndSee<T>({ send, look, stands, show, signal }: Setting<T>): Promise<T> {
  if (!navigator.onLine) throw new NotSent('offline');
  const { token } = useSession.getState();
  const isSomebodyElse = () => !['', token].includes(useSession.getState().token);
  try {
    const answer = await send();
    show(answer);
    return answer;
  } catch (error) {
    // What its own sender has given up is looked at by them.
    if (!isSilence(error) || isAbort(error)) throw error;
  }
  for (const afterMs of lookAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    signal?.throwIfAborted();
    const found = await look().catch((error: unknown) => {
      if (!isSilence(error)) throw error;
    });
    signal?.throwIfAborted();
    // A user signed in meanwhile has not asked for it, and the result may be theirs.
    if (isSomebodyElse()) break;
    if (found === undefined) continue;
    show(found);
    if (stands(found)) return found;
    throw new NoAnswer('unchanged');
  }
  throw new NoAnswer('unseen');
}
