import type { Code } from '@assay/contract/vocabulary/codes.ts';

/** A rule says no: the code from the closed list and the field of the request that is at fault, if one is. */
export interface Refused {
  readonly refused: Code;
  readonly field: string | null;
}

export function refused(code: Code, field: string | null = null): Refused {
  return { refused: code, field };
}

export function isRefused(decision: unknown): decision is Refused {
  return typeof decision === 'object' && decision !== null && 'refused' in decision;
}
