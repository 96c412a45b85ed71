import { randomBytes } from 'node:crypto';

/** Without letters that look like digits: 32, so that five bits of chance are one of them, each as likely as the others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomChars = 10;

/** What a customer calls an order, and the reference of its transfers: unguessable and dated, such as C260107-7K3M9QXA2C. */
export function newOrderNo(letter: string, now: number): string {
  const day = new Date(now).toISOString().slice(2, 10).replaceAll('-', '');
  let random = '';
  for (const octet of randomBytes(randomChars)) random += alphabet.charAt(octet % alphabet.length);
  return `${letter}${day}-${random}`;
}
