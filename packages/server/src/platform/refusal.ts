import type { Code } from '@assay/contract/vocabulary/codes.ts';

/**
 * A business refusal: a value from the closed list of codes, never an exception. Whoever returns one inside a
 * transaction gets everything rolled back.
 */
export class Refusal {
  readonly code: Code;
  /** Codes by the input field that is at fault. */
  readonly fields: Readonly<Record<string, Code>>;
  readonly retryAfterSeconds: number | null;

  constructor(code: Code, fields: Readonly<Record<string, Code>>, retryAfterSeconds: number | null) {
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function refuse(code: Code, fields: Readonly<Record<string, Code>> = {}): Refusal {
  return new Refusal(code, fields, null);
}

export function tooMany(retryAfterSeconds: number): Refusal {
  return new Refusal('429', {}, Math.max(1, Math.ceil(retryAfterSeconds)));
}

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}
