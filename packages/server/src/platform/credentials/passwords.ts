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

/**
 * The hash that a typed password has with the salt and at the cost of another, of which `salted` is all but the hash
 * itself: for a comparison by its keeper. Takes as long where there is none.
 */
export function hashAgain(salted: string | undefined, password: string): Promise<string> {
  const [, memoryCost, timeCost, parallelism, salt] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)$/.exec(salted ?? '') ?? [];
  if (salt === undefined) return hashPassword(password);
  return hash(composed(password), {
    memoryCost: Number(memoryCost),
    timeCost: Number(timeCost),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
  });
}

/** Takes as long for a user that does not exist (`undefined`) as for one that does. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? decoy, composed(password));
  return stored !== undefined && fits;
}
