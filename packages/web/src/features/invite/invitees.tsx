import type { Invitee } from '@assay/contract/endpoints/invite.ts';
import { useTranslation } from 'react-i18next';
import { absent, useFormat } from '../../shared/words/format.ts';
import { isMobile } from '../../ui/device.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Amounts } from './amounts.tsx';
import { useInvitees } from './use-invite.ts';

/** Customers who came by the invitation: names are masked, the figures are real. */
export function Invitees() {
  const { t } = useTranslation('invite');
  const list = useInvitees();
  return (
    <Panel title={t('invitees.title')} className="mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      <p className="px-s5 pt-s1 pb-s3 text-caption text-muted">{t('invitees.text')}</p>
      <PagedList
        list={list}
        more={t('more')}
        empty={<EmptyState kind="nothing" title={t('invitees.empty')} text={t('invitees.emptyText')} />}
      >
        {(invitees) => (isMobile ? <Cards invitees={invitees} /> : <Table invitees={invitees} />)}
      </PagedList>
    </Panel>
  );
}

function Table({ invitees }: { invitees: readonly Invitee[] }) {
  const { t } = useTranslation('invite');
  return (
    <DataTable
      label={t('invitees.title')}
      columns={useColumns()}
      rows={invitees}
      rowKey={({ registeredAt, userName }) => `${registeredAt}/${userName}`}
    />
  );
}

function useColumns(): Column<Invitee>[] {
  const { t } = useTranslation('invite');
  const format = useFormat();
  const volume = (text: string) => <bdi dir="ltr">{`${format.amount(text)} USDT`}</bdi>;
  const name = (text: string) => <bdi dir="ltr">{text}</bdi>;
  return [
    { key: 'name', header: t('invitees.name'), cell: ({ userName }) => name(userName) },
    { key: 'registered', header: t('invitees.registered'), cell: ({ registeredAt }) => format.date(registeredAt) },
    { key: 'until', header: t('invitees.until'), cell: ({ rewardedUntil }) => format.date(rewardedUntil) },
    { key: 'volume', header: t('invitees.volume'), align: 'end', cell: (invitee) => volume(invitee.volume) },
    {
      key: 'rewards',
      header: t('invitees.rewards'),
      align: 'end',
      cell: (invitee) => <Amounts rewards={invitee.rewards} none={absent} />,
    },
  ];
}

function Cards({ invitees }: { invitees: readonly Invitee[] }) {
  const { t } = useTranslation('invite');
  const format = useFormat();
  return (
    <ul aria-label={t('invitees.title')} className="flex flex-col divide-y divide-line border-t border-line">
      {invitees.map(({ userName, registeredAt, volume, rewards }) => (
        <li key={`${registeredAt}/${userName}`} className="flex items-start justify-between gap-s4 px-side py-s4">
          <span className="flex flex-col">
            <bdi dir="ltr" className="font-medium rtl:text-end">
              {userName}
            </bdi>
            <span className="text-caption text-muted">{format.date(registeredAt)}</span>
          </span>
          <span className="flex flex-col text-end">
            <Amounts rewards={rewards} none={absent} />
            <span className="text-caption text-muted">
              {t('invitees.volume')} <bdi dir="ltr" className="numbers">{`${format.amount(volume)} USDT`}</bdi>
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
