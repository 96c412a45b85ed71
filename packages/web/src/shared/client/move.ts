import { ApiRefusal, type Located, type SentImages } from '@assay/contract/client.ts';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { call } from './api.ts';
import { submissionKey } from './submission-key.ts';

/** One submission: what is sent, and the pictures with it. */
interface Submission<I extends z.ZodObject> {
  readonly input: z.input<I>;
  readonly images: SentImages;
}

type Move<I extends z.ZodObject, R extends z.ZodType> = UseMutationResult<z.output<R>, Error, Submission<I>> & {
  submit(input: z.input<I>, images?: SentImages): Promise<z.output<R> | undefined>;
  /** How much of the pictures is on its way, from 0 to 1; null while nothing is sent. */
  readonly progress: number | null;
};

/**
 * A mutation for a call that creates or moves something. A second submission while the first is under way is dropped, and
 * a repeat after silence carries the first one's key, so a double tap and a lost answer both have one effect.
 */
export function useMove<I extends z.ZodObject, R extends z.ZodType>(endpoint: Located<I, R>): Move<I, R> {
  const key = useRef(submissionKey());
  const busy = useRef(false);
  const [progress, setProgress] = useState<number | null>(null);
  const mutation = useMutation<z.output<R>, Error, Submission<I>>({
    mutationFn: async ({ input, images }) => {
      try {
        const idempotencyKey = key.current.for(input, images);
        const result = await (Object.keys(images).length === 0
          ? call(endpoint, input, { idempotencyKey })
          : call(endpoint, input, { idempotencyKey, images, onProgress: setProgress }));
        key.current.answered();
        return result;
      } catch (error) {
        // A 5xx is not stored by the server: the same key may be tried again.
        if (error instanceof ApiRefusal && error.httpStatus < 500) key.current.answered();
        throw error;
      }
    },
  });
  const submit = async (input: z.input<I>, images: SentImages = {}) => {
    if (busy.current) return undefined;
    busy.current = true;
    try {
      return await mutation.mutateAsync({ input, images });
    } finally {
      busy.current = false;
      setProgress(null);
    }
  };
  return { ...mutation, submit, progress };
}
