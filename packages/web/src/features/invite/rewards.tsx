import { useTranslation } from 'react-i18next';
import { absent, useFormat } from '../../shared/words/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { PagedList, itemsOf } from '../../ui/lists/paged-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Amounts } from './amounts.tsx';
import { useInviteRewards } from './use-invite.ts';

/** What each day has earned; absent until there is one, since the list of friends says already that there is nothing. */
export function Rewards() {
  const { t } = useTranslation('invite');
  const format = useFormat();
  const list = useInviteRewards();
  if (itemsOf(list).length === 0) return null;
  return (
    <Panel title={t('rewards.title')} className="mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      <PagedList list={list} more={t('more')} empty={null}>
        {(days) => (
          <ul aria-label={t('rewards.title')} className="mt-s4 flex flex-col divide-y divide-line border-t border-line">
            {days.map(({ day, invitees, rewards, paidAt }) => (
              <li key={day} className="flex items-start justify-between gap-s4 px-s5 py-s4 mobile:px-side">
                <span className="flex flex-col gap-s1">
                  <time dateTime={day} className="numbers font-medium">
                    {format.date(`${day}T12:00:00Z`)}
                  </time>
                  <span className="text-caption text-muted">
                    {t('friends')} <bdi className="numbers">{format.integer(invitees)}</bdi>
                  </span>
                </span>
                <span className="flex flex-col items-end gap-s1 text-end font-medium">
                  <Amounts rewards={rewards} none={absent} />
                  {paidAt === null ? (
                    <Badge tone="warn">{t('rewards.waits')}</Badge>
                  ) : (
                    <span className="text-caption font-normal text-muted">
                      {t('rewards.paid', { time: format.dateTime(paidAt) })}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  );
}
