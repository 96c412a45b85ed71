import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';

/** A rule says no: the code from the closed list and the field of the request that is at fault, if one is. */
export interface Refused {
  readonly refused: Code;
  readonly field: string | null;
  /** What the code's words name, such as a coin and its limit; left out where they name nothing. */
  readonly values?: Readonly<Record<string, string>>;
}

export function refused(code: Code, field: string | null = null, values?: Readonly<Record<string, string>>): Refused {
  return { refused: code, field, ...(values !== undefined && { values }) };
}

export function isRefused(decision: unknown): decision is Refused {
  return typeof decision === 'object' && decision !== null && 'refused' in decision;
}
