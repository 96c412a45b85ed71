import { z } from 'zod';
import { passkeyNamePattern } from '../vocabulary/credentials.ts';
import { passkeysMax } from '../vocabulary/sign-ins.ts';
import { id, isoTime } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';
import { passkeyAnswer } from './login.ts';
import { otp, password } from './security.ts';

export const passkeyName = z.string().trim().regex(passkeyNamePattern);

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable().describe('null while nobody has signed in by it'),
});
export type Passkey = z.infer<typeof passkey>;

const known = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON, as far as it is used. */
const creation = z.object({
  challenge: z.string().describe('good for 5 minutes, once'),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int().describe('ms'),
  attestation: z.literal('none'),
  excludeCredentials: z.array(known).describe('registered already'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** Calls of the user module that the specification does not name: passkeys. */
export const passkeyCalls = {
  passkeys: endpoint({
    method: 'GET',
    path: '/user/passkeys',
    auth: 'user',
    summary: 'Passkeys that sign in to the account (beyond the specification)',
    input: {},
    result: z.array(passkey).max(passkeysMax),
  }),
  enrolPasskey: endpoint({
    method: 'POST',
    path: '/user/enrolPasskey',
    auth: 'user',
    summary: 'Begins to register a passkey, by password and, where it is on, a code of the authenticator',
    input: { password, otp: otp.optional() },
    result: creation,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/user/addPasskey',
    auth: 'user',
    summary: 'Registers the passkey that the browser has made (WebAuthn)',
    input: {
      name: passkeyName,
      credential: z.object({
        ...passkeyAnswer,
        response: z.object({
          clientDataJSON: z.string().max(4096),
          attestationObject: z.string().max(16_384),
          transports: z.array(z.string().max(32)).max(8).optional(),
        }),
      }),
    },
    result: z.array(passkey).max(passkeysMax),
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/user/removePasskey',
    auth: 'user',
    summary: 'Removes a passkey, by password',
    input: { id, password },
    result: z.array(passkey).max(passkeysMax),
  }),
};
