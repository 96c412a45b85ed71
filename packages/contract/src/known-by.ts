import { tellServer } from './storage.ts';

/** What a browser keeps to be known by: 128 bits by chance, in hexadecimal. */
export const knownByCookie = 'knownBy';
export const knownByPattern = /(?:^|;\s*)knownBy=([0-9a-f]{32})(?:;|$)/;

/**
 * Lets the server recognise this browser, from before the first sign-in on: a neighbour with the same kind of browser is not
 * mistaken for it. It is a cookie because signing out clears the storage, and a password reset comes after that.
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
