import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { Typography } from '@mui/material';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useWords } from '../words/words.ts';

type Tell = (roles: readonly OperatorRole[]) => void;
const ForbiddenContext = createContext<Tell>(() => undefined);
const none: ReadonlySet<OperatorRole> = new Set();

/** A page on which acts of other roles are left out, and one line that says whose they are. */
export function Forbidden({ children }: { children: ReactNode }) {
  const say = useWords();
  const [roles, setRoles] = useState(none);
  const tell = useCallback<Tell>(
    (more) => setRoles((before) => (more.every((role) => before.has(role)) ? before : new Set([...before, ...more]))),
    [],
  );
  return (
    <ForbiddenContext value={tell}>
      {roles.size > 0 && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ px: { xs: 1.5, md: 3 }, pt: 1 }}>
          {say('act.leftOut', { roles: [...roles].map((role) => say(`frame.role.${role}`)).join(' / ') })}
        </Typography>
      )}
      {children}
    </ForbiddenContext>
  );
}

/** Says that an act of these roles is left out here; null where it is not. */
export function useLeftOut(roles: readonly OperatorRole[] | null): void {
  const tell = useContext(ForbiddenContext);
  useEffect(() => {
    if (roles !== null) tell(roles);
  }, [roles, tell]);
}
