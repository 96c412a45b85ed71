import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { type FreezeReason, freezeCodes } from '@assay/contract/vocabulary/operators.ts';
import type { Refused } from '@assay/domain/positions/refused.ts';

/**
 * A business refusal: a value from the closed list of codes, never an exception. Returning one inside a transaction
 * rolls everything back.
 */
export class Refusal {
  readonly code: Code;
  /** Codes by the input field that is at fault. */
  readonly fields: Readonly<Record<string, Code>>;
  /** The values of the placeholders in the code's message, as shown to people: a coin and its limit. */
  readonly values: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: Code,
    fields: Readonly<Record<string, Code>>,
    values: Readonly<Record<string, string>>,
    retryAfterSeconds: number | null,
  ) {
    this.code = code;
    this.fields = fields;
    this.values = values;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function refuse(
  code: Code,
  fields: Readonly<Record<string, Code>> = {},
  values: Readonly<Record<string, string>> = {},
): Refusal {
  return new Refusal(code, fields, values, null);
}

/** A rule's no as the answer of a call. What can't be done now may be retried in a second. */
export function refusalOf({ refused, field, values }: Refused): Refusal {
  return new Refusal(refused, field === null ? {} : { [field]: refused }, values ?? {}, refused === '503' ? 1 : null);
}

/** A frozen account, with the reason that its owner may know; only for a caller who has proven to be the owner. */
export function refuseFrozen(code: '10005' | '10008', reason: FreezeReason | null): Refusal {
  return refuse(code, reason === null ? {} : { account: freezeCodes[reason] });
}

export function tooMany(retryAfterSeconds: number): Refusal {
  return new Refusal('429', {}, {}, Math.max(1, Math.ceil(retryAfterSeconds)));
}

/** Nothing was done; the same call can be made again at once. */
export function notDone(): Refusal {
  return new Refusal('503', {}, {}, 1);
}

/** What was done is not known yet. Never answered by anything that says that nothing has changed. */
export function notKnown(): Refusal {
  return new Refusal('11150', {}, {}, 5);
}

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}
