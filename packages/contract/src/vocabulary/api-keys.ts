// Keys for customers' own programs. Without schemas, so that a page checks by the same rules and carries no zod.
import { regexes } from 'zod/v4/core';
import { passkeyNamePattern } from './credentials.ts';

/** What a key may do. Trading includes reading; no key withdraws, changes what protects the account, or buys plans and loans. */
export const keyRights = ['read', 'trade'] as const;
export type KeyRight = (typeof keyRights)[number];

/** On which account. */
export const keyBooks = ['demo', 'real', 'both'] as const;
export type KeyBook = (typeof keyBooks)[number];

/** Keys of one person that are good at the same time. */
export const apiKeysMax = 10;
export const keyNetworksMax = 20;
export const keyDaysMax = 365;
/** A key that trades from anywhere ends sooner. */
export const openTradeDaysMax = 90;

/** As a passkey's: words, never a link, since mails carry it. */
export const keyNamePattern = passkeyNamePattern;

/** How far the time of a signed request may be from the server's: unless it asks for more, and at most. */
export const signatureWindowMs = { fallback: 5000, max: 30_000 } as const;

/** The widest networks that say anything about who is in them. */
const prefixMin = { v4: 16, v6: 32 } as const;

/** An address, or a network as address and length (CIDR), of IPv4 from /16 and of IPv6 from /32. */
export function isKeyNetwork(text: string): boolean {
  const [address = '', length] = text.split('/');
  if (length === undefined) return regexes.ipv4.test(address) || regexes.ipv6.test(address);
  if (regexes.cidrv4.test(text)) return Number(length) >= prefixMin.v4;
  return regexes.cidrv6.test(text) && Number(length) >= prefixMin.v6;
}

/** Whether a key may be as long: from anywhere it trades for a shorter time. */
export function keyTermFits({
  right,
  networks,
  days,
}: {
  right: KeyRight;
  networks: readonly string[];
  days: number;
}): boolean {
  return right === 'read' || networks.length > 0 || days <= openTradeDaysMax;
}
