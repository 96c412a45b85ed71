import { createHmac, createPublicKey, randomBytes, timingSafeEqual, verify } from 'node:crypto';
import { deriveKey, seal, unseal } from '../../platform/seal.ts';

const sealingKey = (serverSecret: string) => deriveKey(serverSecret, 'api key');

/** 256 random bits, which are typed nowhere: they sign as the text that they are shown as. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Bound to its owner and its key: moved to another row it opens no more. */
export function sealSecret(serverSecret: string, owner: string, secret: string): Buffer {
  return seal(sealingKey(serverSecret), owner, Buffer.from(secret));
}

/** An Ed25519 public key as SubjectPublicKeyInfo; undefined when the text is something else, a private key above all. */
export function readPublicKey(text: string): Buffer | undefined {
  if (/PRIVATE/.test(text)) return undefined;
  const base64 = text.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key.export({ format: 'der', type: 'spki' }) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text was signed by this key; says nothing of how near a wrong signature comes. */
export function hasSigned(
  serverSecret: string,
  owner: string,
  { sealedSecret, publicKey }: { readonly sealedSecret: Buffer | null; readonly publicKey: Buffer | null },
  text: string,
  signature: Buffer,
): boolean {
  if (publicKey !== null) {
    return verify(null, Buffer.from(text), createPublicKey({ key: publicKey, format: 'der', type: 'spki' }), signature);
  }
  if (sealedSecret === null) return false;
  const expected = createHmac('sha256', unseal(sealingKey(serverSecret), owner, sealedSecret))
    .update(text)
    .digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
