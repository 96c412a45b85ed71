import { Admin, CustomRoutes } from 'react-admin';
import { BrowserRouter, Route } from 'react-router';
import { AuditPage } from '../features/audit/audit-page.tsx';
import { CalendarPage } from '../features/calendar/calendar-page.tsx';
import { ChatPage } from '../features/chats/chat-page.tsx';
import { ChatsPage } from '../features/chats/chats-page.tsx';
import { PreparedPage } from '../features/chats/prepared-page.tsx';
import { ContentPage } from '../features/contents/content-page.tsx';
import { ContentsPage } from '../features/contents/contents-page.tsx';
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
import { ParkedPage } from '../features/engine/parked-page.tsx';
import { DepositPage } from '../features/funds/deposit-page.tsx';
import { DepositsPage } from '../features/funds/deposits-page.tsx';
import { NetworksPage } from '../features/funds/networks-page.tsx';
import { WithdrawalPage } from '../features/funds/withdrawal-page.tsx';
import { WithdrawalsPage } from '../features/funds/withdrawals-page.tsx';
import { InvitesPage } from '../features/invites/invites-page.tsx';
import { KycListPage } from '../features/kyc/kyc-list-page.tsx';
import { KycPage } from '../features/kyc/kyc-page.tsx';
import { LoanPage } from '../features/loans/loan-page.tsx';
import { LoanTermsPage } from '../features/loans/loan-terms-page.tsx';
import { LoansPage } from '../features/loans/loans-page.tsx';
import { LedgerAccountPage } from '../features/money/account-page.tsx';
import { CorrectionsPage } from '../features/money/corrections-page.tsx';
import { LedgerPage } from '../features/money/ledger-page.tsx';
import { LedgerTransactionPage } from '../features/money/transaction-page.tsx';
import { TreasuryPage } from '../features/money/treasury-page.tsx';
import { NftPage } from '../features/nfts/nft-page.tsx';
import { NftsPage } from '../features/nfts/nfts-page.tsx';
import { ActionsPage } from '../features/offer/actions-page.tsx';
import { InstrumentsPage } from '../features/offer/instruments-page.tsx';
import { PlansPage } from '../features/offer/plans-page.tsx';
import { AccountPage } from '../features/operators/account-page.tsx';
import { OperatorsPage } from '../features/operators/operators-page.tsx';
import { ParametersPage } from '../features/parameters/parameters-page.tsx';
import { ProposalPage } from '../features/proposals/proposal-page.tsx';
import { ProposalsPage } from '../features/proposals/proposals-page.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { UserPage } from '../features/users/user-page.tsx';
import { UsersPage } from '../features/users/users-page.tsx';
import { queryClient } from '../shared/client/api.ts';
import { authProvider } from '../shared/client/auth-provider.ts';
import { createDataProvider } from '../shared/client/data-provider.ts';
import { i18nProvider } from '../shared/words/i18n.ts';
import { darkTheme, lightTheme } from '../ui/theme.ts';
import { Failed, NotFound, NotYours } from './failed.tsx';
import { Frame } from './frame.tsx';

const dataProvider = createDataProvider();

/** Which address shows what. */
export function Console() {
  return (
    // As a transition, the way to the sign-in would come after react-admin has asked its guard again, which then leads there
    // again: without end, until the browser takes no navigation any more.
    <BrowserRouter useTransitions={false}>
      <Admin
        accessDenied={NotYours}
        authProvider={authProvider}
        catchAll={NotFound}
        darkTheme={darkTheme}
        dashboard={DashboardPage}
        dataProvider={dataProvider}
        defaultTheme="dark"
        disableTelemetry
        error={Failed}
        i18nProvider={i18nProvider}
        layout={Frame}
        loginPage={SignInPage}
        queryClient={queryClient}
        requireAuth
        theme={lightTheme}
      >
        <CustomRoutes>
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
          <Route path="/ledger/transactions/:id" element={<LedgerTransactionPage />} />
          <Route path="/ledger/accounts/:id" element={<LedgerAccountPage />} />
          <Route path="/corrections" element={<CorrectionsPage />} />
          <Route path="/users" element={<UsersPage />} />
          <Route path="/users/:id" element={<UserPage />} />
          <Route path="/parameters" element={<ParametersPage />} />
          <Route path="/engine" element={<ParkedPage />} />
          <Route path="/audit" element={<AuditPage />} />
          <Route path="/account" element={<AccountPage />} />
          <Route path="/operators" element={<OperatorsPage />} />
        </CustomRoutes>
      </Admin>
    </BrowserRouter>
  );
}
