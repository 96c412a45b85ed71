import { ApiRefusal } from '@assay/contract/client.ts';
import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { NotSent } from '@assay/contract/outbox.ts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { notify } from '../notices.ts';
import { useWords } from '../words/words.ts';
import { call } from './api.ts';
import { endIfDenied } from './operator.ts';
import { actOnce, cancelAct, type MeantAct, SameUnderWay, useUnknownAct } from './outbox.ts';
import { readSession } from './session.ts';

/** Reads one call of a desk; `everyMs` reads it anew while the page is open. A session that has ended leads to the sign-in. */
export function useDesk<I extends z.ZodObject, R extends z.ZodType>(
  desk: DeskCall<I, R>,
  input: z.input<I>,
  { everyMs, enabled = true }: { everyMs?: number; enabled?: boolean } = {},
) {
  const query = useQuery({
    queryKey: [desk.path, input],
    queryFn: ({ signal }) => call(desk, input, { signal }),
    enabled,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  const { error } = query;
  useEffect(() => endIfDenied(error), [error]);
  return query;
}

/** Reads a paged call of a desk, one page after the other, each beginning where the one before has ended. */
export function useDeskPages<I extends z.ZodObject, T>(
  desk: DeskCall<I, z.ZodType<{ items: T[]; nextCursor: string | null }>>,
  input: Omit<z.input<I>, 'cursor'>,
) {
  const query = useInfiniteQuery({
    queryKey: [desk.path, 'pages', input],
    queryFn: ({ signal, pageParam }) =>
      // The rest of the input is as the call wants it; the cursor is its own.
      call(desk, { ...input, ...(pageParam !== null && { cursor: pageParam }) } as z.input<I>, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { error } = query;
  useEffect(() => endIfDenied(error), [error]);
  return query;
}

/**
 * An act of a desk, at most once, however often it is pressed and even if its answer is lost. After it everything on the screen
 * is fetched again: a refusal too may mean that another operator was faster.
 */
export function useDeskMove<I extends z.ZodObject, R extends z.ZodType>(desk: DeskCall<I, R>, meant: MeantAct) {
  const client = useQueryClient();
  const mutation = useMutation<z.output<R>, Error, z.input<I>>({
    mutationFn: (input) => actOnce(desk, input, meant),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => {
      endIfDenied(error);
      if (readSession() !== null) void client.invalidateQueries();
    },
  });
  return {
    ...mutation,
    isUnknown: useUnknownAct(desk),
    cancel: () => cancelAct(desk, mutation.variables, meant.about),
  };
}

/** Words for whatever an act may reject with. */
export function useActError(): (problem: unknown) => string {
  const say = useWords();
  return (problem) => {
    if (problem instanceof SameUnderWay) return say('act.underWay');
    if (problem instanceof NotSent) return say(`act.notSent.${problem.reason}`);
    if (!(problem instanceof ApiRefusal)) return say('act.noAnswer');
    return problem.message === '' ? say(`codes.${problem.code}`) : problem.message;
  };
}

/** Says in the corner why an act was not done. Only a refusal is an error: what the operator gave up, or what was never sent, is none. */
export function useTellProblem(): (problem: unknown) => void {
  const ofProblem = useActError();
  return (problem) => notify(ofProblem(problem), problem instanceof ApiRefusal ? 'error' : 'info');
}
