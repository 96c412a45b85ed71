// What people are known by and prove themselves with, by the rules of the server's schemas. Without schemas, so that a page checks by the same
// rules and carries no zod.
import { regexes } from 'zod/v4/core';

/** 4 to 20 characters, a letter first. */
export const userNamePattern = /^[A-Za-z][A-Za-z0-9_]{3,19}$/;

export const emailCharsMax = 254;
export function isEmail(text: string): boolean {
  return text.length <= emailCharsMax && regexes.email.test(text);
}

export const passwordCharsMin = 8;
export const passwordCharsMax = 128;
/** Long enough and not too long; how hard it is to guess is judged apart. */
export function isNewPassword(text: string): boolean {
  return text.length >= passwordCharsMin && text.length <= passwordCharsMax;
}

/** The code of a mail. */
export const mailCodePattern = /^[0-9]{6}$/;

/** The word against forgeries: 2 to 30 letters, digits, spaces and hyphens, none around it: words, never a link. */
export const mailWordPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} -]{0,28}[\p{L}\p{M}\p{N}]$/u;

/** A passkey's: 1 to 40 letters, digits, spaces, hyphens, apostrophes and middle dots: words, never a link, since mails carry it. */
export const passkeyNamePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ·'’-]{0,39}$/u;
