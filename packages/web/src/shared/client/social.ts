import type { Arrival } from '@assay/contract/endpoints/login.ts';
import { calls } from 'virtual:calls';
import { z } from 'zod';
import { call } from './api.ts';

/** What the browser keeps while the person is at Google, in this tab alone. */
const start = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  link: z.boolean(),
  /** The page to go on to. */
  from: z.string(),
});
type Start = z.infer<typeof start>;

const startKey = 'googleSignIn';

/** Leaves for Google; comes back at the specification's callback. With `link` nobody is signed in by it. */
export async function leaveForGoogle(goal: Pick<Start, 'link' | 'from'>): Promise<void> {
  const { authorizationUrl, ...kept } = await call(calls.login.googleConfig, {});
  sessionStorage.setItem(startKey, JSON.stringify({ ...kept, ...goal } satisfies Start));
  location.assign(authorizationUrl);
}

/** How this tab has left for Google, told once; undefined when it has not, or when it was another who left. */
export function cameBackFromGoogle(state: string | null): Start | undefined {
  const kept = sessionStorage.getItem(startKey);
  sessionStorage.removeItem(startKey);
  const found = start.safeParse(kept === null ? undefined : JSON.parse(kept));
  return found.success && found.data.state === state ? found.data : undefined;
}

/** Thrown outside of a wallet's browser: there is nothing that could sign. */
export class NoWallet extends Error {
  override readonly name = 'NoWallet';
}

/** EIP-1193: what a wallet's browser puts into the page. */
interface Wallet {
  request(question: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

function injectedWallet(): Wallet | undefined {
  const { ethereum } = window as { ethereum?: Partial<Wallet> };
  return typeof ethereum?.request === 'function' ? (ethereum as Wallet) : undefined;
}

/** Shown by the wallet beside the signature; EIP-4361 allows ASCII alone. */
const statement = 'Sign in to Assay. This signature costs nothing and moves no money.';

/**
 * Asks the wallet for its address and a signature (EIP-4361), and the server what follows. Throws `NoWallet` where there is
 * none, and what the wallet throws when its owner says no.
 */
export async function arriveByWallet(link: boolean): Promise<Arrival> {
  const wallet = injectedWallet();
  if (wallet === undefined) throw new NoWallet();
  const { signInMessage } = await import('./sign-in-message.ts');
  const [account] = z
    .array(z.string())
    .min(1)
    .parse(await wallet.request({ method: 'eth_requestAccounts' }));
  const chainId = Number(z.string().parse(await wallet.request({ method: 'eth_chainId' })));
  const { nonce } = await call(calls.login.dappNonce, {});
  const { host: domain, origin: uri } = location;
  const address = account ?? '';
  const message = signInMessage({ address, chainId, nonce, statement, domain, uri, issuedAt: new Date() });
  const signature = z.string().parse(await wallet.request({ method: 'personal_sign', params: [message, account] }));
  return call(calls.login.loginByDapp, { message, signature, ...(link && { link }) });
}

/** EIP-1193: the person has said no in the wallet. */
export function isDeclined(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 4001;
}
