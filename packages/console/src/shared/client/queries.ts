import { ApiRefusal } from '@assay/contract/client.ts';
import { QueryClient } from '@tanstack/react-query';

/** What an operator has read. Reading is repeated after silence, never after a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: (failures, error) => !(error instanceof ApiRefusal) && failures < 2 },
    // An offline request fails at once, and is not retried later.
    mutations: { retry: false, networkMode: 'always' },
  },
});
