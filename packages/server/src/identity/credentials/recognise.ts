import type { Authenticate } from '../../platform/http.ts';
import type { SignedInUser } from '../../platform/signed-in-user.ts';

/** How long a session counts as valid without reading it again. */
const knownMsMax = 5000;
/** Tokens remembered at most; the oldest is forgotten first, which costs one question. */
const tokensMax = 20_000;

/**
 * Remembers for 5 s whom a token belongs to. Only for calls that are decided under locks, where the session and a freeze are
 * looked at once more: what has ended meanwhile is found there. Unknown and frozen users are not cached.
 */
export function recognising(authenticate: Authenticate, elapsed: () => number = () => performance.now()): Authenticate {
  const known = new Map<string, { readonly user: SignedInUser; readonly until: number }>();
  return async (token) => {
    const remembered = known.get(token);
    if (remembered !== undefined && remembered.until > elapsed()) return remembered.user;
    known.delete(token);
    const user = await authenticate(token);
    if (user === undefined || user.frozen) return user;
    const [oldest] = known.keys();
    if (known.size >= tokensMax && oldest !== undefined) known.delete(oldest);
    known.set(token, { user, until: elapsed() + knownMsMax });
    return user;
  };
}
