import type { Arrival } from '@assay/contract/endpoints/login.ts';
import { storageOf } from '@assay/contract/storage.ts';
import { calls } from 'virtual:calls';
import { call } from './api.ts';
import { parse } from './storage.ts';

/** What the browser keeps while the person is at Google, in this tab alone. */
interface Start {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly link: boolean;
  /** The page to go on to. */
  readonly from: string;
}

/** Browser storage is untrusted: only an object with a text under each of these names is accepted. */
function hasTexts<N extends string>(found: unknown, ...names: readonly N[]): found is Record<N, string> {
  return typeof found === 'object' && found !== null && names.every((name) => typeof Reflect.get(found, name) === 'string');
}

const startKey = 'googleSignIn';

/** Leaves for Google; comes back at the specification's callback. With `link` it does not sign in. */
export async function leaveForGoogle(goal: Pick<Start, 'link' | 'from'>): Promise<void> {
  const { authorizationUrl, ...kept } = await call(calls.login.googleConfig, {});
  storageOf('sessionStorage').set(startKey, JSON.stringify({ ...kept, ...goal } satisfies Start));
  location.assign(authorizationUrl);
}

/** How this tab has left for Google, readable once; undefined when it has not, or when it was another user. */
export function cameBackFromGoogle(state: string | null): Start | undefined {
  const kept = parse(storageOf('sessionStorage').get(startKey) ?? undefined);
  storageOf('sessionStorage').set(startKey, null);
  if (!hasTexts(kept, 'state', 'nonce', 'codeVerifier', 'from') || kept.state !== state) return undefined;
  const { nonce, codeVerifier, from } = kept;
  return { state, nonce, codeVerifier, from, link: 'link' in kept && kept.link === true };
}

/** A user not signed in yet: the ticket, and what is still to be done with it. */
export type Ticket = Exclude<Arrival, { token: string }>;

/** The ticket for this step from the history of the browser, where it is spent. */
export function ticketIn(state: unknown, next: Ticket['next']): Ticket | undefined {
  const found = typeof state === 'object' && state !== null && 'arrival' in state ? state.arrival : undefined;
  return hasTexts(found, 'ticket', 'next', 'email', 'label') && found.next === next ? { ...found, next } : undefined;
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
  const accounts = await wallet.request({ method: 'eth_requestAccounts' });
  const address = textOf(Array.isArray(accounts) ? accounts[0] : undefined);
  const chainId = Number(textOf(await wallet.request({ method: 'eth_chainId' })));
  const { nonce } = await call(calls.login.dappNonce, {});
  const { host: domain, origin: uri } = location;
  const message = signInMessage({ address, chainId, nonce, statement, domain, uri, issuedAt: new Date() });
  const signature = textOf(await wallet.request({ method: 'personal_sign', params: [message, address] }));
  return call(calls.login.loginByDapp, { message, signature, ...(link && { link }) });
}

/** A wallet is foreign code: any answer that is not a text ends the attempt. */
function textOf(answer: unknown): string {
  if (typeof answer !== 'string') throw new TypeError('the wallet has answered no text');
  return answer;
}

/** EIP-1193: the person has said no in the wallet. */
export function isDeclined(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 4001;
}
