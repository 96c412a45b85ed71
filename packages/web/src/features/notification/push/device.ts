import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { storageOf } from '@assay/contract/storage.ts';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useSession } from '../../../shared/client/session.ts';

/** Whether this browser can receive notifications while the site is closed: if not, why. */
export type Ability = 'can' | 'blocked' | 'install' | 'unsupported';

export interface Standing {
  readonly ability: Ability;
  /** It has an address at its push service. */
  readonly hasAddress: boolean;
}

const key = 'pushedFor';
const workerMsMax = 5_000;

/** An iPhone can once the site is on its home screen, and not before. */
function isPhoneOfApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** Asks the browser alone: no prompt is shown. */
export async function standingOfBrowser(): Promise<Standing> {
  const nothing = (ability: Ability): Standing => ({ ability, hasAddress: false });
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return nothing(isPhoneOfApple() ? 'install' : 'unsupported');
  // Without the service worker nothing can receive them.
  const registration = (await navigator.serviceWorker.getRegistration().catch(() => undefined)) ?? (await registered());
  if (registration === undefined) return nothing('unsupported');
  if (Notification.permission === 'denied') return nothing('blocked');
  const address = await registration.pushManager.getSubscription().catch(() => null);
  return { ability: 'can', hasAddress: address !== null && Notification.permission === 'granted' };
}

/** A first visit may be so young that its worker comes only now. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD) return undefined;
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), workerMsMax));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

type Given = InputOf<(typeof user)['addPushDevice']>;

/**
 * Asks for the permission, on the press that this is called from, and for an address that only this house can write to. Null where
 * the person has not allowed it; rejects where the browser can't.
 */
export async function askForAddress(houseKey: string): Promise<Given | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const kept = await pushManager.getSubscription();
  const applicationServerKey = bytesOf(houseKey);
  // An address of before is for another key where the house has begun anew.
  if (kept !== null && !isSame(kept.options.applicationServerKey, applicationServerKey)) await kept.unsubscribe();
  return givenOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
}

function givenOf(address: PushSubscription): Given {
  const part = (name: PushEncryptionKeyName) => textOf(address.getKey(name));
  return { endpoint: address.endpoint, p256dh: part('p256dh'), auth: part('auth') };
}

/** Remembers for whom, in which session and under which address this browser was registered. */
export function rememberAddress({ endpoint }: Given): void {
  storageOf('localStorage').set(key, markOf(endpoint));
}

/** A browser taken off the list is not registered again by signing in. */
export function forgetAddress(): void {
  storageOf('localStorage').set(key, null);
}

function markOf(endpoint: string): string {
  const { userInfo, token } = useSession.getState();
  return [userInfo?.id ?? '', token.slice(-8), endpoint].join(' ');
}

/** What this page has sent already. */
let underWay: string | undefined;

/**
 * A browser once registered is registered again after a new sign-in, or when its push address changes. The user is not
 * asked; a browser removed here since then is left alone.
 */
export async function registerAgain(owner: string): Promise<void> {
  const kept = storageOf('localStorage').get(key);
  if (kept?.split(' ')[0] !== owner) return;
  if (!('serviceWorker' in navigator) || !('Notification' in window) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  const address = await registration?.pushManager.getSubscription();
  if (!address || markOf(address.endpoint) === kept) return;
  const given = givenOf(address);
  if (underWay === markOf(address.endpoint)) return;
  underWay = markOf(address.endpoint);
  await call(calls.user.addPushDevice, given);
  rememberAddress(given);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.codePointAt(0) ?? 0);
}

function textOf(bytes: ArrayBuffer | null): string {
  const plain = String.fromCodePoint(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function isSame(kept: ArrayBuffer | null, wanted: Uint8Array): boolean {
  return textOf(kept) === textOf(wanted.slice().buffer);
}
