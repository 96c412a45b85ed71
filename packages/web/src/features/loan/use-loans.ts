import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Loan, loanCalls } from '@assay/contract/endpoints/loans.ts';
import type { LoanStatus } from '@assay/contract/vocabulary/loans.ts';
import type { AgreementText } from '@assay/domain/loans/agreement.ts';
import type { LoanLimits } from '@assay/domain/loans/decide-loan.ts';
import { type LoanOffer, readOffer } from '@assay/domain/loans/terms.ts';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useBook, useSession } from '../../shared/client/session.ts';
import { useAccountKey } from '../../shared/trading/account.ts';
import { money } from './preview.ts';

type List = ResultOf<(typeof loanCalls)['listLoanRecord']>;

const termsAgeMs = 60_000;
const loansAgeMs = 60_000;
const loansPerPage = 10;
const standingMax = 100;

export interface Offers {
  readonly offers: readonly LoanOffer[];
  readonly limits: LoanLimits;
}

/** The terms on offer, and what one customer may owe. */
export function useOffers(): UseQueryResult<Offers> {
  return useQuery({
    queryKey: ['loan', 'terms'],
    queryFn: async ({ signal }) => {
      const { terms, openMax, totalMax } = await call(calls.user.loanTerms, {}, { signal });
      return { offers: terms.map(readOffer), limits: { openMax, totalMax: money(totalMax) } };
    },
    staleTime: termsAgeMs,
    refetchInterval: termsAgeMs,
  });
}

/** Loans exist on real accounts alone; the server refuses even to list them on others. */
function useMayAsk(): boolean {
  const signedIn = useSession((session) => session.isLogin);
  return useBook() === 'real' && signedIn;
}

/** The person's loans, newest first, a page at a time; of one status or of all. */
export function useLoans(status: LoanStatus | null): UseInfiniteQueryResult<{ pages: List[] }> {
  return useInfiniteQuery({
    queryKey: [...useAccountKey(), 'loans', 'list', status],
    queryFn: ({ signal, pageParam }) => {
      const input: InputOf<(typeof loanCalls)['listLoanRecord']> = { limit: loansPerPage };
      if (status !== null) input.status = status;
      if (pageParam !== null) input.cursor = pageParam;
      return call(calls.user.listLoanRecord, input, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: useMayAsk(),
    // Interest grows by the day, and operators decide meanwhile.
    refetchInterval: loansAgeMs,
  });
}

/** The newest loans at once, for what they mean together. */
export function useStanding(): UseQueryResult<readonly Loan[]> {
  return useQuery({
    queryKey: [...useAccountKey(), 'loans', 'standing'],
    queryFn: async ({ signal }) => (await call(calls.user.listLoanRecord, { limit: standingMax }, { signal })).items,
    enabled: useMayAsk(),
  });
}

const agreements = import.meta.glob<AgreementText>('../../../../contract/src/locales/*/loan-agreement.json', {
  import: 'default',
});

/** The agreement in the person's language: the text that the server fills in and keeps. */
export function useAgreementText(): UseQueryResult<AgreementText> {
  const language = useSession((session) => session.language);
  return useQuery({
    queryKey: ['loan', 'agreement', language],
    queryFn: async () => {
      const load = agreements[`../../../../contract/src/locales/${language}/loan-agreement.json`];
      if (load === undefined) throw new Error(`there is no loan agreement in ${language}`);
      return load();
    },
    staleTime: Infinity,
  });
}
