import { randomInt } from 'node:crypto';

/** Without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomChars = 10;

/** What a customer calls an order, and the reference of its transfers: unguessable and dated, such as C260107-7K3M9QXA2C. */
export function newOrderNo(letter: string, now: number): string {
  const day = new Date(now).toISOString().slice(2, 10).replaceAll('-', '');
  const random = Array.from({ length: randomChars }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return `${letter}${day}-${random}`;
}
