import { tellServer } from './storage.ts';

/** What a browser keeps to be known by: 128 bits by chance, in hexadecimal. */
export const knownByCookie = 'knownBy';
export const knownByPattern = /(?:^|;\s*)knownBy=([0-9a-f]{32})(?:;|$)/;

/**
 * Lets the server know this browser again, from before the first sign-in on: its owner's account does not take a neighbour for it who has
 * such a browser too. It is a cookie because what ends a session clears the storage, and whoever has forgotten a password comes
 * after that.
 */
export function beKnownAgain(): void {
  try {
    if (knownByPattern.test(document.cookie)) return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    tellServer(knownByCookie, Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  } catch {
    // Where site data is blocked it is a new device each time.
  }
}
