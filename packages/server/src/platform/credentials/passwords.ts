import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** What one hash takes: memory in KiB, passes over it, lanes. A hash names its own, so that it may change for the next. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2id, the library's default kind, with 19 MiB, two passes and one lane: OWASP's recommendation. */
export const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same characters typed on another keyboard may be composed differently; they are the same password. */
const composed = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string, cost: PasswordCost = recommendedCost): Promise<string> {
  return hash(composed(password), cost);
}

/** A hash that no password fits. */
const decoy = await hashPassword(randomBytes(32).toString('base64'));

/** Takes as long for a user that does not exist (`undefined`) as for one that does. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? decoy, composed(password));
  return stored !== undefined && fits;
}
