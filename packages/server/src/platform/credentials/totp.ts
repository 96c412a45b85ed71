import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, a new code every 30 seconds. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 };
/** Steps by which a phone's clock may be off, either way. */
const window = 1;
const secretBytes = 20;

const secretOf = (shared: Buffer) => new Secret({ buffer: Uint8Array.from(shared).buffer });

export function newSharedSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** What an authenticator app receives: typed as base32, or as a QR code of the URI. */
export interface Enrolment {
  /** Base32. */
  readonly secret: string;
  readonly uri: string;
}

/** `label` is whose account the app shows it under. */
export function enrolmentOf(shared: Buffer, issuer: string, label: string): Enrolment {
  const secret = secretOf(shared);
  return { secret: secret.base32, uri: new TOTP({ ...totp, issuer, label, secret }).toString() };
}

/** The time step whose code this is; undefined when it is none of those around `now` (epoch ms). */
export function stepOf(shared: Buffer, now: number, code: string): number | undefined {
  const delta = TOTP.validate({ ...totp, secret: secretOf(shared), token: code, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1000 / totp.period) + delta;
}

/** What an authenticator app would show now (epoch ms). */
export function codeOf(shared: Buffer, now: number): string {
  return new TOTP({ ...totp, secret: secretOf(shared) }).generate({ timestamp: now });
}
