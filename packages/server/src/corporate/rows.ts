import { toFixed } from '@assay/domain/money/fixed.ts';
import { ratio } from '@assay/domain/money/ratio.ts';
import type { UnderWay } from '@assay/domain/positions/live-through.ts';
import type { ActionKind, ActionTerms } from '@assay/domain/splits/action.ts';

/** A corporate action as it is written down. */
export interface ActionRow {
  readonly id: number;
  readonly code: string;
  readonly kind: ActionKind;
  readonly toUnits: number | null;
  readonly fromUnits: number | null;
  readonly perUnit: string | null;
  readonly firstDay: string;
  readonly beginsAt: Date;
  readonly opensAt: Date;
  readonly withdrawalId: number | null;
  readonly begunAt: Date | null;
  /** Time of the last price of before. */
  readonly since: number | null;
  readonly doneAt: Date | null;
}

/** The select list that reads an `ActionRow`. */
export const columns = `
  id, code, kind, to_units as "toUnits", from_units as "fromUnits", per_unit::text as "perUnit", first_day::text as "firstDay",
  begins_at as "beginsAt", opens_at as "opensAt", withdrawal_id as "withdrawalId", begun_at as "begunAt", quoted_ms as since,
  done_at as "doneAt"`;

interface Said {
  readonly kind: ActionKind;
  readonly toUnits?: number | null | undefined;
  readonly fromUnits?: number | null | undefined;
  readonly perUnit?: string | null | undefined;
}

/** What it makes of a unit; undefined where ratio or amount are missing, are of the other kind, or change nothing. */
export function termsOf({ kind, ...said }: Said): ActionTerms | undefined {
  const [to, from, perUnit] = [said.toUnits ?? null, said.fromUnits ?? null, said.perUnit ?? null];
  if (kind === 'dividend') {
    return to === null && from === null && perUnit !== null ? { kind, perUnit: toFixed(perUnit) } : undefined;
  }
  if (to === null || from === null || perUnit !== null) return undefined;
  const isOfKind = kind === 'split' ? to > from : to < from;
  return isOfKind ? { kind, ratio: ratio(BigInt(to), BigInt(from)) } : undefined;
}

/** An action that has begun, as those who hold its instrument live through it. */
export function underWayOf(row: ActionRow): UnderWay {
  const terms = termsOf(row);
  if (terms === undefined || row.since === null) throw new Error(`corporate action ${row.id} says nothing`);
  return { id: row.id, terms, since: row.since, opensAt: row.opensAt.getTime() };
}
