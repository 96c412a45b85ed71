import { createHash } from 'node:crypto';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login as calls } from '@assay/contract/endpoints/login.ts';
import * as openid from 'openid-client';
import type { Outside } from './tickets.ts';

/** Path of the specification, on the site's own origin. */
const callbackPath = '/api/loginCallback/google';
/** How long the provider may take; a customer waits meanwhile. */
const timeoutSeconds = 10;

export interface GoogleOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The site's own address as people type it. */
  readonly origin: string;
}

/** OpenID Connect by authorization code with PKCE. */
export interface Google {
  start(): Promise<ResultOf<typeof calls.googleConfig>>;
  /** Who the provider says has come back. Throws when it says nothing, or nothing that can be believed. */
  finish(
    answer: Pick<InputOf<typeof calls.loginByGoogle>, 'code' | 'codeVerifier' | 'state' | 'nonce' | 'iss'>,
  ): Promise<Arrived>;
}

/** Bound to the verifier, which only the browser that started has: an answer to another browser's start is refused. */
function stateOf(codeVerifier: string): string {
  return createHash('sha256').update(`state ${codeVerifier}`).digest('base64url');
}

type Arrived = Outside & { readonly email: string };

/** The provider's configuration is read at the first sign-in, and again after it could not be reached. */
export function createGoogle({ issuer, clientId, clientSecret, origin }: GoogleOptions): Google {
  const redirectUri = origin + callbackPath;
  let known: Promise<openid.Configuration> | undefined;
  const discover = async (): Promise<openid.Configuration> => {
    // Only a provider on this machine is spoken to without TLS: a sandbox's or a test's.
    const local = new URL(issuer).hostname === '127.0.0.1';
    const options = { timeout: timeoutSeconds, ...(local && { execute: [openid.allowInsecureRequests] }) };
    return openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
  };
  const configuration = (): Promise<openid.Configuration> => {
    known ??= discover().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };

  return {
    start: async () => {
      const codeVerifier = openid.randomPKCECodeVerifier();
      const state = stateOf(codeVerifier);
      const nonce = openid.randomNonce();
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { authorizationUrl: url.href, state, nonce, codeVerifier };
    },
    finish: async ({ code, codeVerifier, state, nonce, iss }) => {
      const came = new URL(redirectUri);
      came.searchParams.set('code', code);
      came.searchParams.set('state', state);
      if (iss !== undefined) came.searchParams.set('iss', iss);
      const tokens = await openid.authorizationCodeGrant(await configuration(), came, {
        pkceCodeVerifier: codeVerifier,
        expectedNonce: nonce,
        expectedState: stateOf(codeVerifier),
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider sent no identity');
      const email = claims['email_verified'] === true && typeof claims['email'] === 'string' ? claims['email'] : '';
      const label = email === '' ? 'Google' : `Google · ${email.replace(/(?<=^.).*(?=@)/, '***')}`;
      return { kind: 'google', issuer: claims.iss, subject: claims.sub, label, email };
    },
  };
}
