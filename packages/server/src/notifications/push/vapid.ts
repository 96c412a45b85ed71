import { createECDH, hkdfSync } from 'node:crypto';

const curve = 'prime256v1';
/** Of P-256: how many points its generator has. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The keys that identify the sender to push services: both in base64url, the public one uncompressed. */
export interface HouseKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The keys of the house, which follow from its secret: they are the same in every process and after every restart, and nothing
 * has to be configured. Of 48 bytes, so that no key is likelier than another.
 */
export function houseKeys(secret: string): HouseKeys {
  const bytes = Buffer.from(hkdfSync('sha384', secret, '', 'keys of web push', 48));
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n;
  const keys = createECDH(curve);
  keys.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
  return {
    publicKey: keys.getPublicKey().toString('base64url'),
    privateKey: keys.getPrivateKey().toString('base64url').padStart(43, 'A'),
  };
}

/** Whether these 65 bytes are a point of the curve: nothing can be encrypted for another. */
export function isPoint(bytes: Buffer): boolean {
  const own = createECDH(curve);
  own.generateKeys();
  try {
    own.computeSecret(bytes);
    return bytes.length === 65;
  } catch {
    return false;
  }
}
