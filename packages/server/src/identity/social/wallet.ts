import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login as calls } from '@assay/contract/endpoints/login.ts';
import type { Address } from 'viem';
import type { PublicCall } from '../../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import type { IdentityParts } from '../parts.ts';
import { siteOf } from '../passkeys/challenges.ts';
import { arrive, proven } from './arrive.ts';

const nonceMs = 10 * 60_000;
/** When it ends in 36 digits' notation, what makes it one of a kind, and a mark of 95 bits that only this server can make. */
const [endChars, kindChars, markChars] = [9, 7, 16];
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** A signature may be dated by a device's clock that runs ahead by this much. */
const skewMs = 60_000;
/** Networks whose wallets all have the same addresses; a message names one of them. */
const chains: ReadonlySet<number> = new Set([1, 10, 56, 137, 8453, 42161]);
/** r, s and v of one key. Wallets that are contracts sign longer; asking their chain is not offered. */
const signatureChars = 2 + 65 * 2;

/** A nonce is not stored until it is spent: a client may request any number of them. */
export async function dappNonce({ secret, clock }: IdentityParts): Promise<ResultOf<typeof calls.dappNonce>> {
  const ends = clock.wall() + nonceMs;
  const kind = Array.from({ length: kindChars }, () => alphabet[randomInt(alphabet.length)]).join('');
  const head = ends.toString(36).padStart(endChars, '0') + kind;
  return { nonce: head + markOf(secret, head), expiresAt: new Date(ends).toISOString() };
}

function markOf(secret: string, head: string): string {
  const bytes = createHmac('sha256', secret).update(`wallet-nonce:${head}`).digest().subarray(0, markChars);
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** When a nonce of ours ends, in epoch milliseconds; undefined for any other. */
function endOf(secret: string, nonce: string): number | undefined {
  if (nonce.length !== endChars + kindChars + markChars || !/^[A-Za-z0-9]+$/.test(nonce)) return undefined;
  const head = nonce.slice(0, endChars + kindChars);
  if (!timingSafeEqual(Buffer.from(nonce.slice(head.length)), Buffer.from(markOf(secret, head)))) return undefined;
  return Number.parseInt(head.slice(0, endChars), 36);
}

/**
 * Signs in the holder of a wallet's key (EIP-4361). The message must name this site, a chain, and a nonce of ours that was not
 * used; it is used up by a good signature alone. Refused with 11112, 10005 and 429.
 */
export async function loginByDapp(
  parts: IdentityParts,
  call: PublicCall,
  { message, signature, link }: InputOf<typeof calls.loginByDapp>,
): Promise<ResultOf<typeof calls.loginByDapp> | Refusal> {
  const address = await proven(parts, call, async () => (await signer(parts, message, signature)) ?? refuse('11112'));
  if (isRefusal(address)) return address;
  const label = `${address.slice(0, 6)}…${address.slice(-4)}`;
  const outside = { kind: 'wallet', issuer: 'eip155', subject: address.toLowerCase(), label, email: '' } as const;
  return arrive(parts, call, outside, link === true);
}

/** Whose wallet has signed it; undefined when the message is not for here and now, or the signature is another's. */
async function signer(
  { db, clock, secret, origin }: IdentityParts,
  message: string,
  signature: string,
): Promise<Address | undefined> {
  const [{ getAddress, isAddress, isHex, recoverMessageAddress }, { parseSiweMessage }] = await Promise.all([
    import('viem'),
    import('viem/siwe'),
  ]);
  const { domain, uri, version, chainId, address, nonce, issuedAt, expirationTime, notBefore } = parseSiweMessage(message);
  const now = clock.wall();
  if (address === undefined || !isAddress(address) || nonce === undefined || issuedAt === undefined) return undefined;
  if (uri === undefined || !isHere(origin, domain, uri) || version !== '1') return undefined;
  if (chainId === undefined || !chains.has(chainId)) return undefined;
  if (issuedAt.getTime() > now + skewMs || issuedAt.getTime() < now - nonceMs) return undefined;
  if (expirationTime !== undefined && expirationTime.getTime() <= now) return undefined;
  if (notBefore !== undefined && notBefore.getTime() > now + skewMs) return undefined;
  if (!isHex(signature) || signature.length !== signatureChars) return undefined;
  const recovered = await recoverMessageAddress({ message, signature }).catch(() => undefined);
  if (recovered === undefined || recovered !== getAddress(address)) return undefined;
  const ends = endOf(secret, nonce);
  if (ends === undefined || ends <= now) return undefined;
  const used = await db.query(
    'insert into wallet_nonces (nonce, expires_at) values ($1, $2) on conflict (nonce) do nothing returning nonce',
    [nonce, new Date(ends)],
  );
  return used.length === 1 ? recovered : undefined;
}

/** A site on this machine is signed in to by its name, too, because passkeys know no other. */
function isHere(origin: string, domain: string | undefined, uri: string): boolean {
  return [origin, siteOf(origin)?.origin ?? origin].some(
    (site) => domain === new URL(site).host && URL.parse(uri)?.origin === site,
  );
}
