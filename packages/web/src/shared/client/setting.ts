import { NoAnswer } from '@assay/contract/client.ts';
import { isSilence, NotSent } from '@assay/contract/outbox.ts';
import { useSession } from './session.ts';

interface Setting<T> {
  /** Sends it, and returns the resulting state. */
  readonly send: () => Promise<T>;
  /** Reads the state. */
  readonly look: () => Promise<T>;
  /** Whether that is the requested state. */
  readonly stands: (found: T) => boolean;
  /** Shows the state, whether it is the requested one or not. */
  readonly show: (found: T) => void;
  /** A caller that has cancelled it no longer waits for the state. */
  readonly signal?: AbortSignal;
}

/** An answer may have been lost that was there: the first look is at once. The others are for a line, or a server, that comes back. */
const lookAfterMs = [0, 500, 2_000];

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Sends a call that sets a state, such as a limit or a star. It is idempotent, so it needs no key and no tracking: after a
 * timeout the state is read and shown. Rejects with the refusal; with `NotSent` offline; and with `NoAnswer` where after a
 * timeout the state is another one (`unchanged`), or could not be read (`unseen`). A cancelled call rejects as it is.
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
