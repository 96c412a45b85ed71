import { ApiRefusal } from '@assay/contract/client.ts';
import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import type { z } from 'zod';
import { call } from './api.ts';
import { submissionKey } from './submission-key.ts';

/** Reads one call of a desk; `everyMs` reads it anew while the page is open. A session that has ended leads to the sign-in. */
export function useDesk<I extends z.ZodObject, R extends z.ZodType>(
  desk: DeskCall<I, R>,
  input: z.input<I>,
  { everyMs, enabled = true }: { everyMs?: number; enabled?: boolean } = {},
) {
  const signOutIfDenied = useLogoutIfAccessDenied();
  const query = useQuery({
    queryKey: [desk.path, input],
    queryFn: ({ signal }) => call(desk, input, { signal }),
    enabled,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  const { error } = query;
  useEffect(() => {
    if (error !== null) void signOutIfDenied(error);
  }, [error, signOutIfDenied]);
  return query;
}

/**
 * An act of a desk. A second submission while the first is under way is dropped, and a repeat after silence carries the
 * first one's key. When it is done, everything that is on the screen is read anew.
 */
export function useDeskMove<I extends z.ZodObject, R extends z.ZodType>(desk: DeskCall<I, R>) {
  const key = useRef(submissionKey());
  const client = useQueryClient();
  const signOutIfDenied = useLogoutIfAccessDenied();
  const mutation = useMutation<z.output<R>, Error, z.input<I>>({
    mutationFn: async (input) => {
      try {
        const result = await call(desk, input, { idempotencyKey: key.current.for(input) });
        key.current.answered();
        return result;
      } catch (error) {
        // A 5xx is not stored by the server: the same key may be tried again.
        if (error instanceof ApiRefusal && error.httpStatus < 500) key.current.answered();
        throw error;
      }
    },
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => void signOutIfDenied(error),
  });
  return mutation;
}
