import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { localeTags } from '@assay/contract/vocabulary/languages.ts';
import { CssBaseline, ThemeProvider } from '@mui/material';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { mayCall } from '../shared/client/may-call.ts';
import { OperatorContext, useOperator } from '../shared/client/operator.ts';
import { queryClient } from '../shared/client/queries.ts';
import { useSession } from '../shared/client/session.ts';
import { useThemeName } from '../shared/theme.ts';
import { useLanguage } from '../shared/words/i18n.ts';
import { darkTheme, lightTheme } from '../ui/theme.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './failed.tsx';
import { Frame } from './frame.tsx';
import { Notices } from './notices.tsx';

// Each desk comes when it is opened: an operator works at a few of them.
const AlarmsPage = lazy(() => import('../features/alarms/alarms-page.tsx').then((desk) => ({ default: desk.AlarmsPage })));
const AuditPage = lazy(() => import('../features/audit/audit-page.tsx').then((desk) => ({ default: desk.AuditPage })));
const CalendarPage = lazy(() =>
  import('../features/calendar/calendar-page.tsx').then((desk) => ({ default: desk.CalendarPage })),
);
const ChatPage = lazy(() => import('../features/chats/chat-page.tsx').then((desk) => ({ default: desk.ChatPage })));
const ChatsPage = lazy(() => import('../features/chats/chats-page.tsx').then((desk) => ({ default: desk.ChatsPage })));
const PreparedPage = lazy(() => import('../features/chats/prepared-page.tsx').then((desk) => ({ default: desk.PreparedPage })));
const ContentPage = lazy(() => import('../features/contents/content-page.tsx').then((desk) => ({ default: desk.ContentPage })));
const ContentsPage = lazy(() =>
  import('../features/contents/contents-page.tsx').then((desk) => ({ default: desk.ContentsPage })),
);
const DashboardPage = lazy(() =>
  import('../features/dashboard/dashboard-page.tsx').then((desk) => ({ default: desk.DashboardPage })),
);
const ParkedPage = lazy(() => import('../features/engine/parked-page.tsx').then((desk) => ({ default: desk.ParkedPage })));
const DepositPage = lazy(() => import('../features/funds/deposit-page.tsx').then((desk) => ({ default: desk.DepositPage })));
const DepositsPage = lazy(() => import('../features/funds/deposits-page.tsx').then((desk) => ({ default: desk.DepositsPage })));
const NetworksPage = lazy(() => import('../features/funds/networks-page.tsx').then((desk) => ({ default: desk.NetworksPage })));
const WithdrawalPage = lazy(() =>
  import('../features/funds/withdrawal-page.tsx').then((desk) => ({ default: desk.WithdrawalPage })),
);
const WithdrawalsPage = lazy(() =>
  import('../features/funds/withdrawals-page.tsx').then((desk) => ({ default: desk.WithdrawalsPage })),
);
const HaltsPage = lazy(() => import('../features/halts/halts-page.tsx').then((desk) => ({ default: desk.HaltsPage })));
const InvitesPage = lazy(() => import('../features/invites/invites-page.tsx').then((desk) => ({ default: desk.InvitesPage })));
const KycListPage = lazy(() => import('../features/kyc/kyc-list-page.tsx').then((desk) => ({ default: desk.KycListPage })));
const KycPage = lazy(() => import('../features/kyc/kyc-page.tsx').then((desk) => ({ default: desk.KycPage })));
const LoanPage = lazy(() => import('../features/loans/loan-page.tsx').then((desk) => ({ default: desk.LoanPage })));
const LoanTermsPage = lazy(() =>
  import('../features/loans/loan-terms-page.tsx').then((desk) => ({ default: desk.LoanTermsPage })),
);
const LoansPage = lazy(() => import('../features/loans/loans-page.tsx').then((desk) => ({ default: desk.LoansPage })));
const LedgerAccountPage = lazy(() =>
  import('../features/money/account-page.tsx').then((desk) => ({ default: desk.LedgerAccountPage })),
);
const CorrectionsPage = lazy(() =>
  import('../features/money/corrections-page.tsx').then((desk) => ({ default: desk.CorrectionsPage })),
);
const LedgerPage = lazy(() => import('../features/money/ledger-page.tsx').then((desk) => ({ default: desk.LedgerPage })));
const LedgerTransactionPage = lazy(() =>
  import('../features/money/transaction-page.tsx').then((desk) => ({ default: desk.LedgerTransactionPage })),
);
const TreasuryPage = lazy(() => import('../features/money/treasury-page.tsx').then((desk) => ({ default: desk.TreasuryPage })));
const NftPage = lazy(() => import('../features/nfts/nft-page.tsx').then((desk) => ({ default: desk.NftPage })));
const NftsPage = lazy(() => import('../features/nfts/nfts-page.tsx').then((desk) => ({ default: desk.NftsPage })));
const ActionsPage = lazy(() => import('../features/offer/actions-page.tsx').then((desk) => ({ default: desk.ActionsPage })));
const InstrumentsPage = lazy(() =>
  import('../features/offer/instruments-page.tsx').then((desk) => ({ default: desk.InstrumentsPage })),
);
const PlansPage = lazy(() => import('../features/offer/plans-page.tsx').then((desk) => ({ default: desk.PlansPage })));
const AccountPage = lazy(() =>
  import('../features/operators/account-page.tsx').then((desk) => ({ default: desk.AccountPage })),
);
const OperatorsPage = lazy(() =>
  import('../features/operators/operators-page.tsx').then((desk) => ({ default: desk.OperatorsPage })),
);
const ParametersPage = lazy(() =>
  import('../features/parameters/parameters-page.tsx').then((desk) => ({ default: desk.ParametersPage })),
);
const ProposalPage = lazy(() =>
  import('../features/proposals/proposal-page.tsx').then((desk) => ({ default: desk.ProposalPage })),
);
const ProposalsPage = lazy(() =>
  import('../features/proposals/proposals-page.tsx').then((desk) => ({ default: desk.ProposalsPage })),
);
const SeatPage = lazy(() => import('../features/audit/seat-page.tsx').then((desk) => ({ default: desk.SeatPage })));
const UserPage = lazy(() => import('../features/users/user-page.tsx').then((desk) => ({ default: desk.UserPage })));
const UsersPage = lazy(() => import('../features/users/users-page.tsx').then((desk) => ({ default: desk.UsersPage })));

/** The queues of the desks; an operator without a desk starts with what they may verify. */
function Home() {
  const { roles } = useOperator();
  return mayCall(consoleCalls.dashboard.queues, roles) ? <DashboardPage /> : <SeatPage />;
}

/** Which address shows what. */
function Desks() {
  return (
    <Routes>
      <Route path="/" element={<Home />} />
      <Route path="/proposals" element={<ProposalsPage />} />
      <Route path="/proposals/:id" element={<ProposalPage />} />
      <Route path="/deposits" element={<DepositsPage />} />
      <Route path="/deposits/:id" element={<DepositPage />} />
      <Route path="/withdrawals" element={<WithdrawalsPage />} />
      <Route path="/withdrawals/:id" element={<WithdrawalPage />} />
      <Route path="/kyc" element={<KycListPage />} />
      <Route path="/kyc/:id" element={<KycPage />} />
      <Route path="/chats" element={<ChatsPage />} />
      <Route path="/chats/prepared" element={<PreparedPage />} />
      <Route path="/chats/:id" element={<ChatPage />} />
      <Route path="/calendar" element={<CalendarPage />} />
      <Route path="/contents" element={<ContentsPage />} />
      <Route path="/contents/:id" element={<ContentPage />} />
      <Route path="/nfts" element={<NftsPage />} />
      <Route path="/nfts/:id" element={<NftPage />} />
      <Route path="/halts" element={<HaltsPage />} />
      <Route path="/invites" element={<InvitesPage />} />
      <Route path="/instruments" element={<InstrumentsPage />} />
      <Route path="/actions" element={<ActionsPage />} />
      <Route path="/plans" element={<PlansPage />} />
      <Route path="/networks" element={<NetworksPage />} />
      <Route path="/loans" element={<LoansPage />} />
      <Route path="/loans/:id" element={<LoanPage />} />
      <Route path="/loanTerms" element={<LoanTermsPage />} />
      <Route path="/treasury" element={<TreasuryPage />} />
      <Route path="/ledger" element={<LedgerPage by="accounts" />} />
      <Route path="/ledger/transactions" element={<LedgerPage by="transactions" />} />
      <Route path="/ledger/month" element={<LedgerPage by="month" />} />
      <Route path="/ledger/transactions/:id" element={<LedgerTransactionPage />} />
      <Route path="/ledger/accounts/:id" element={<LedgerAccountPage />} />
      <Route path="/corrections" element={<CorrectionsPage />} />
      <Route path="/users" element={<UsersPage />} />
      <Route path="/users/:id" element={<UserPage />} />
      <Route path="/parameters" element={<ParametersPage />} />
      <Route path="/engine" element={<ParkedPage />} />
      <Route path="/alarms" element={<AlarmsPage />} />
      <Route path="/seat" element={<SeatPage />} />
      <Route path="/audit" element={<AuditPage />} />
      <Route path="/account" element={<AccountPage />} />
      <Route path="/operators" element={<OperatorsPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** The desks for a signed-in operator, at the requested address; otherwise the sign-in, in the same place. */
function Door() {
  const session = useSession();
  const operator = session?.operator ?? null;
  if (operator === null) return <SignInPage />;
  return (
    <OperatorContext value={operator}>
      <Frame key={operator.id}>
        <Desks />
      </Frame>
    </OperatorContext>
  );
}

/** The console: its language and theme, who works at it, and what is said in passing. */
export function Console() {
  const theme = useThemeName();
  const language = useLanguage();
  useEffect(() => {
    document.documentElement.lang = localeTags[language];
  }, [language]);
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider theme={theme === 'light' ? lightTheme : darkTheme}>
        <CssBaseline />
        <ErrorBoundary>
          <BrowserRouter>
            <Door />
          </BrowserRouter>
          <Notices />
        </ErrorBoundary>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
