import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { CustomerDetail } from '@assay/contract/endpoints/console/users.ts';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink, useParams } from 'react-router';
import { mayCall } from '../../shared/client/may-call.ts';
import { useOperator } from '../../shared/client/operator.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Code } from '../../shared/parts/code.tsx';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { absent, useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Columns } from '../../ui/columns.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { CustomerTimeline } from './timeline.tsx';
import { UserActs } from './user-acts.tsx';
import { Notes } from './user-notes.tsx';
import { FrozenTag, IdentityTag } from './user-tags.tsx';

/** One customer: what they have, where they are signed in, what operators noted, and what can be done. */
export function UserPage() {
  const { id = '' } = useParams();
  const say = useWords();
  const { data: user, error, refetch } = useDesk(consoleCalls.users.detail, { id });
  if (user === undefined)
    return <Page title={say('users.title')}>{error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}</Page>;
  return (
    <Page
      title={user.userName}
      lead={<bdi>{user.email}</bdi>}
      actions={
        <>
          <IdentityTag status={user.kycStatus} />
          <FrozenTag frozen={user.frozen} />
        </>
      }
    >
      <Columns
        main={
          <>
            <Balances user={user} />
            <CustomerTimeline id={user.id} />
            <Sessions user={user} />
            <ApiKeys user={user} />
            <Notes user={user} />
          </>
        }
        side={
          <>
            <Panel title={say('users.acts')}>
              <UserActs user={user} />
            </Panel>
            <Facts user={user} />
            <Cases id={user.id} />
            <Limits id={user.id} />
          </>
        }
      />
    </Page>
  );
}

function Balances({ user }: { user: CustomerDetail }) {
  const say = useWords();
  const format = useFormat();
  const { roles } = useOperator();
  const kinds = ['available', 'margin', 'order', 'plan', 'bid', 'withdrawal', 'loan'] as const;
  type Balance = CustomerDetail['balances'][number];
  return (
    <Panel
      title={say('users.balances')}
      flush
      actions={
        mayCall(consoleCalls.ledger.accounts, roles) && (
          <Link component={RouterLink} to={`/ledger?filter=${encodeURIComponent(JSON.stringify({ owner: user.id }))}`}>
            {say('users.ledgerLink')}
          </Link>
        )
      }
    >
      {user.balances.length === 0 ? (
        <Empty text={say('users.noBalances')} />
      ) : (
        <RecordTable
          label={say('users.balances')}
          records={user.balances}
          keyOf={({ book, asset }) => `${book} ${asset}`}
          columns={[
            { key: 'asset', label: say('users.asset'), render: ({ asset }) => <strong>{asset}</strong> },
            { key: 'book', label: say('users.book'), render: ({ book }) => say(`users.books.${book}`) },
            ...kinds.map((kind) => ({
              key: kind,
              label: say(`users.kind.${kind}`),
              figure: true,
              render: (balance: Balance) => (
                <Box component="span" sx={{ color: balance[kind] === '0' ? 'text.secondary' : undefined }}>
                  {balance[kind] === '0' ? absent : format.amount(balance[kind])}
                </Box>
              ),
            })),
          ]}
        />
      )}
    </Panel>
  );
}

function Sessions({ user }: { user: CustomerDetail }) {
  const say = useWords();
  const format = useFormat();
  return (
    <Panel title={say('users.sessions')} flush>
      {user.sessions.length === 0 ? (
        <Empty text={say('users.noSessions')} />
      ) : (
        <RecordTable
          label={say('users.sessions')}
          records={user.sessions}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'device',
              label: say('users.device'),
              render: ({ userAgent }) => <bdi>{userAgent.slice(0, 90) || absent}</bdi>,
            },
            { key: 'network', label: say('users.network'), render: ({ network }) => <bdi>{network}</bdi> },
            { key: 'opened', label: say('users.opened'), figure: true, render: ({ createdAt }) => format.dateTime(createdAt) },
            {
              key: 'used',
              label: say('users.lastUsed'),
              figure: true,
              render: ({ lastUsedAt }) => format.dateTime(lastUsedAt),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function ApiKeys({ user }: { user: CustomerDetail }) {
  const say = useWords();
  const format = useFormat();
  return (
    <Panel title={say('users.apiKeys')} flush>
      {user.apiKeys.length === 0 ? (
        <Empty text={say('users.noApiKeys')} />
      ) : (
        <RecordTable
          label={say('users.apiKeys')}
          records={user.apiKeys}
          keyOf={({ id }) => id}
          columns={[
            { key: 'name', label: say('users.apiKeyName'), render: ({ name }) => <bdi>{name}</bdi> },
            {
              key: 'right',
              label: say('users.apiKeyRight'),
              render: ({ right, book }) => `${say(`users.apiKeyRights.${right}`)} · ${say(`users.apiKeyBooks.${book}`)}`,
            },
            {
              key: 'networks',
              label: say('users.apiKeyNetworks'),
              render: ({ networks }) => <bdi>{networks.join(', ') || say('users.apiKeyAnywhere')}</bdi>,
            },
            { key: 'made', label: say('users.opened'), figure: true, render: ({ createdAt }) => format.dateTime(createdAt) },
            {
              key: 'ends',
              label: say('users.apiKeyEnds'),
              figure: true,
              render: ({ expiresAt, revokedAt }) => format.dateTime(revokedAt ?? expiresAt),
            },
            {
              key: 'used',
              label: say('users.lastUsed'),
              figure: true,
              render: ({ lastUsedAt }) => (lastUsedAt === null ? absent : format.dateTime(lastUsedAt)),
            },
            { key: 'from', label: say('users.network'), render: ({ lastNetwork }) => <bdi>{lastNetwork ?? absent}</bdi> },
            {
              key: 'wrong',
              label: say('users.apiKeyWrong'),
              figure: true,
              render: ({ wrongSignatures }) => String(wrongSignatures),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** The customer's cases at the desks that the operator may see, each from the queue of its desk. */
function Cases({ id }: { id: string }) {
  const say = useWords();
  const { roles } = useOperator();
  const desks = (['deposits', 'withdrawals', 'loans'] as const).filter((desk) => mayCall(consoleCalls[desk].list, roles));
  if (desks.length === 0) return null;
  return (
    <Panel title={say('users.cases')}>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        {desks.map((desk) => {
          const filter = JSON.stringify({ status: 'pendingReview', customerId: id });
          return (
            <Link key={desk} component={RouterLink} to={`/${desk}?filter=${encodeURIComponent(filter)}`}>
              {say(`desks.${desk}`)}
            </Link>
          );
        })}
      </Box>
    </Panel>
  );
}

/** What the customer has chosen against losing too much; it can only be looked at. */
function Limits({ id }: { id: string }) {
  const say = useWords();
  const format = useFormat();
  const { data, error, refetch } = useDesk(consoleCalls.users.limits, { id });
  if (data === undefined) {
    return (
      <Panel title={say('users.limits.title')}>
        {error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}
      </Panel>
    );
  }
  const { dailyLoss, coolOff, exclusion } = data;
  const none = say('users.limits.none');
  const usdt = (text: string | null) => (text === null ? none : `${format.amount(text)} USDT`);
  const time = (when: string | null) => (when === null ? none : format.dateTime(when));
  const forGood = exclusion.excluded && exclusion.until === null;
  const waits = dailyLoss.pending?.effectiveAt ?? coolOff.endsEarlyAt;
  return (
    <Panel title={say('users.limits.title')}>
      <Typography variant="body2" color="text.secondary">
        {say('users.limits.lead')}
      </Typography>
      <Figures
        rows={[
          { label: say('users.limits.dailyLoss'), value: usdt(dailyLoss.limit) },
          { label: say('users.limits.lost'), value: usdt(dailyLoss.used) },
          { label: say('users.limits.coolOff'), value: time(coolOff.until) },
          { label: say('users.limits.excluded'), value: forGood ? say('users.limits.forGood') : time(exclusion.until) },
          ...(waits === null ? [] : [{ label: say('users.limits.waits'), value: time(waits) }]),
        ]}
      />
    </Panel>
  );
}

function Facts({ user }: { user: CustomerDetail }) {
  const say = useWords();
  const format = useFormat();
  return (
    <Panel title={say('users.facts')}>
      <Figures
        rows={[
          { label: say('users.id'), value: <Code text={user.id} /> },
          { label: say('users.since'), value: format.dateTime(user.createdAt) },
          { label: say('users.country'), value: user.country ?? absent },
          { label: say('users.language'), value: user.language },
          { label: say('users.authenticator'), value: say(user.authenticator ? 'users.on' : 'users.off') },
          { label: say('users.securityChanged'), value: format.dateTime(user.securityChangedAt) },
          { label: say('users.inviteCode'), value: <bdi>{user.inviteCode}</bdi> },
          { label: say('users.invitedBy'), value: user.invitedBy ?? absent },
        ]}
      />
    </Panel>
  );
}
