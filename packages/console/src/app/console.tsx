import { Admin, CustomRoutes } from 'react-admin';
import { BrowserRouter, Route } from 'react-router';
import { AuditPage } from '../features/audit/audit-page.tsx';
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
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
    <BrowserRouter>
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
          <Route path="/users" element={<UsersPage />} />
          <Route path="/users/:id" element={<UserPage />} />
          <Route path="/parameters" element={<ParametersPage />} />
          <Route path="/audit" element={<AuditPage />} />
          <Route path="/account" element={<AccountPage />} />
          <Route path="/operators" element={<OperatorsPage />} />
        </CustomRoutes>
      </Admin>
    </BrowserRouter>
  );
}
