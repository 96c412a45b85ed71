import type { Arrival } from '@assay/contract/endpoints/login.ts';
import type { Passkey } from '@assay/contract/endpoints/passkeys.ts';
import { calls } from 'virtual:calls';
import { call } from './api.ts';
import { setAndSee } from './setting.ts';

/** Whether this page may use passkeys: yes; only at another address of the same site; or not in this browser. */
export type PasskeyPlace = { readonly at: 'here' | 'nowhere' } | { readonly at: 'elsewhere'; readonly origin: string };

/** Passkeys belong to a name and not to a number; the name of this machine is localhost. */
export function passkeyPlace(): PasskeyPlace {
  const { protocol, hostname, port } = location;
  if (hostname.startsWith('127.') || hostname === '[::1]') {
    return { at: 'elsewhere', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
  }
  const numbered = /^(?:[\d.]+|\[.*\])$/.test(hostname);
  return { at: numbered || typeof PublicKeyCredential === 'undefined' ? 'nowhere' : 'here' };
}

/** Asks the device for a passkey of this site and signs in by it. */
export async function signInByPasskey(): Promise<Arrival> {
  const [{ startAuthentication }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(calls.login.passkeyConfig, {}),
  ]);
  const { id, rawId, response, type } = await startAuthentication({ optionsJSON: options });
  return call(calls.login.loginByPasskey, { credential: { id, rawId, response, type } });
}

/** Has the device make a passkey, and registers it beside as many as are known. */
export async function makePasskey(
  name: string,
  proof: { password: string; otp?: string },
  { known, show }: { known: number; show(passkeys: Passkey[]): void },
): Promise<void> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(calls.user.enrolPasskey, proof),
  ]);
  const { id, rawId, response, type } = await startRegistration({ optionsJSON });
  await setAndSee({
    send: () => call(calls.user.addPasskey, { name, credential: { id, rawId, response, type } }),
    look: () => call(calls.user.passkeys, {}),
    stands: (passkeys) => passkeys.length > known,
    show,
  });
}

/** What a device throws: its owner has said no or nothing at all, it is registered already, or it cannot. */
export function passkeyTrouble(error: unknown): 'declined' | 'known' | 'failed' | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'declined';
  if (error.name === 'InvalidStateError') return 'known';
  const ofDevice = ['ConstraintError', 'NotSupportedError', 'NotReadableError', 'SecurityError', 'UnknownError'];
  return ofDevice.includes(error.name) ? 'failed' : undefined;
}
