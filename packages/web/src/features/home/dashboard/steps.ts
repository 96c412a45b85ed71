import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';

export type FirstSteps = ResultOf<typeof user.firstSteps>;

/** In the order in which they are offered, with where each is done. */
export const steps = [
  { name: 'traded', to: '/cruuency?code=BTCUSDT' },
  { name: 'verified', to: '/profile?section=identity' },
  { name: 'funded', to: '/profile/balance?deposit=USDT' },
  { name: 'guarded', to: '/profile?section=security' },
] as const satisfies readonly { readonly name: keyof FirstSteps; readonly to: string }[];
export type Step = (typeof steps)[number];

/** How many are done, and the first that is not; null once all are. */
export function progressOf(done: FirstSteps): { readonly count: number; readonly next: Step | null } {
  return {
    count: steps.filter(({ name }) => done[name]).length,
    next: steps.find(({ name }) => !done[name]) ?? null,
  };
}
