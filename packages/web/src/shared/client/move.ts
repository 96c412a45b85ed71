import { ApiRefusal, type Located } from '@assay/contract/client.ts';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { call } from './api.ts';
import { submissionKey } from './submission-key.ts';

/**
 * A mutation for a call that creates or moves something. A second submission while the first is under way is dropped, and
 * a repeat after silence carries the first one's key, so a double tap and a lost answer both have one effect.
 */
export function useMove<I extends z.ZodObject, R extends z.ZodType>(
  endpoint: Located<I, R>,
): UseMutationResult<z.output<R>, Error, z.input<I>> & { submit(input: z.input<I>): Promise<z.output<R> | undefined> } {
  const key = useRef(submissionKey());
  const busy = useRef(false);
  const mutation = useMutation<z.output<R>, Error, z.input<I>>({
    mutationFn: async (input) => {
      try {
        const result = await call(endpoint, input, { idempotencyKey: key.current.for(input) });
        key.current.answered();
        return result;
      } catch (error) {
        // A 5xx is not stored by the server: the same key may be tried again.
        if (error instanceof ApiRefusal && error.httpStatus < 500) key.current.answered();
        throw error;
      }
    },
  });
  const submit = async (input: z.input<I>) => {
    if (busy.current) return undefined;
    busy.current = true;
    try {
      return await mutation.mutateAsync(input);
    } finally {
      busy.current = false;
    }
  };
  return { ...mutation, submit };
}
