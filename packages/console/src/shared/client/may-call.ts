import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';

/** Whether these roles include one that may call it. The server decides; the console only does not offer what it refuses. */
export function mayCall({ roles: allowed }: Pick<DeskCall, 'roles'>, roles: readonly OperatorRole[]): boolean {
  return allowed === 'public' || allowed.some((role) => roles.includes(role));
}
