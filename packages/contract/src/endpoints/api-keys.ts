import { z } from 'zod';
import { isKeyNetwork, keyBooks, keyDaysMax, keyNamePattern, keyNetworksMax, keyRights } from '../vocabulary/api-keys.ts';
import { id, isoTime } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';
import { otp, password } from './security.ts';

export const apiKey = z.object({
  id: z.string().describe('what `Api-Key` names'),
  name: z.string(),
  right: z.enum(keyRights),
  book: z.enum(keyBooks),
  networks: z.array(z.string()).describe('addresses and networks that it works from; none for all'),
  signs: z.enum(['secret', 'publicKey']).describe('HMAC-SHA256 with a secret, or Ed25519 with a key of one’s own'),
  createdAt: isoTime,
  expiresAt: isoTime,
  expired: z.boolean(),
  lastUsedAt: isoTime.nullable().describe('exact to a minute'),
  lastNetwork: z.string().nullable(),
  wrongSignatures: z.number().int().describe('requests that named it and were signed by something else'),
  wrongAt: isoTime.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

const use = z.object({
  day: z.iso.date().describe('UTC'),
  call: z.string().describe('method and path'),
  network: z.string(),
  calls: z.number().int(),
  refused: z.number().int().describe('turned away for the key’s rights, networks, term or budget'),
  lastAt: isoTime,
});
export type ApiKeyUse = z.infer<typeof use>;

/** Calls of the user module that the specification does not name: keys for customers' own programs. */
export const apiKeyCalls = {
  apiKeys: endpoint({
    method: 'GET',
    path: '/user/apiKeys',
    auth: 'user',
    summary: 'Keys of one’s own programs that were not revoked, newest first (beyond the specification)',
    input: {},
    result: z.array(apiKey),
  }),
  makeApiKey: endpoint({
    method: 'POST',
    path: '/user/makeApiKey',
    auth: 'user',
    summary: 'Makes a key, by password and, where it is on, a code of the authenticator; answers its secret, this once',
    input: {
      name: z.string().trim().regex(keyNamePattern, { error: '11390' }),
      right: z.enum(keyRights),
      book: z.enum(keyBooks),
      networks: z
        .array(z.string().max(64).refine(isKeyNetwork, { error: '11387' }))
        .max(keyNetworksMax, { error: '11387' })
        .default([]),
      days: z.number().int().min(1).max(keyDaysMax),
      publicKey: z.string().max(400).optional().describe('Ed25519, as PEM or its base64; without one a secret is made'),
      password,
      otp: otp.optional(),
    },
    result: z.object({
      key: apiKey,
      secret: z.string().nullable().describe('nowhere to be read again; null for a public key'),
      keys: z.array(apiKey),
    }),
  }),
  revokeApiKey: endpoint({
    method: 'POST',
    path: '/user/revokeApiKey',
    auth: 'user',
    summary: 'Ends a key at once, by password',
    input: { id, password },
    result: z.array(apiKey),
  }),
  apiKeyUses: endpoint({
    method: 'GET',
    path: '/user/apiKeyUses/{id}',
    auth: 'user',
    summary: 'What a key was used for, by day, call and network, newest first: the last 200',
    input: { id },
    result: z.array(use).max(200),
  }),
};
