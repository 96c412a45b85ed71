import { createHmac } from 'node:crypto';
import { deriveKey, seal, unseal } from '../../platform/seal.ts';

const purpose = 'bank card';

/** A card's number as it is kept: it opens for its owner's payout alone. */
export function sealCard(secret: string, userId: string, digits: string): Buffer {
  return seal(deriveKey(secret, purpose), userId, Buffer.from(digits));
}

export function openCard(secret: string, userId: string, sealed: Buffer): string {
  return unseal(deriveKey(secret, purpose), userId, sealed).toString();
}

/** Recognises the same card again; without the server's secret it reveals nothing about the number. */
export function hashCard(secret: string, digits: string): Buffer {
  return createHmac('sha256', deriveKey(secret, `${purpose} hash`))
    .update(digits)
    .digest();
}
