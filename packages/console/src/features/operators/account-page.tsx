import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { mayCall } from '../../shared/client/may-call.ts';
import { useOperator } from '../../shared/client/operator.ts';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { FilesPanel } from './files-panel.tsx';

const { session } = consoleCalls;

/** The operator's own sign-in. */
export function AccountPage() {
  const say = useWords();
  const format = useFormat();
  const { roles } = useOperator();
  const { data, error, refetch } = useDesk(session.sessions, {});
  return (
    <Page
      title={say('operators.account')}
      lead={say('operators.accountLead')}
      actions={
        <Act
          call={session.changePassword}
          label={say('operators.changePassword')}
          fields={[
            { kind: 'secret', name: 'password', label: say('operators.password') },
            { kind: 'secret', name: 'newPassword', label: say('operators.newPassword'), help: say('signIn.newPasswordHint') },
            { kind: 'text', name: 'otp', label: say('operators.otp') },
          ]}
          done={say('operators.passwordChanged')}
          tone="primary"
        />
      }
    >
      <Panel title={say('operators.sessions')} flush>
        {data === undefined ? (
          error === null ? (
            <Waiting />
          ) : (
            <Failure error={error} retry={refetch} />
          )
        ) : (
          <RecordTable
            label={say('operators.sessions')}
            records={data}
            keyOf={({ id }) => id}
            columns={[
              { key: 'device', label: say('operators.device'), render: ({ userAgent }) => <bdi>{userAgent.slice(0, 90)}</bdi> },
              { key: 'network', label: say('operators.network'), render: ({ network }) => <bdi>{network}</bdi> },
              {
                key: 'since',
                label: say('operators.created'),
                figure: true,
                render: ({ createdAt }) => format.dateTime(createdAt),
              },
              {
                key: 'used',
                label: say('operators.lastUsed'),
                figure: true,
                render: ({ lastUsedAt }) => format.dateTime(lastUsedAt),
              },
              {
                key: 'end',
                label: say('frame.acts'),
                quiet: true,
                figure: true,
                render: ({ id, current }) =>
                  current ? (
                    <Tag text={say('operators.current')} tone="good" />
                  ) : (
                    <Act call={session.endSession} label={say('operators.end')} about={{ id }} done={say('operators.ended')} />
                  ),
              },
            ]}
          />
        )}
      </Panel>
      {mayCall(consoleCalls.exports.list, roles) && <FilesPanel />}
    </Page>
  );
}
