import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChips, NoMatch, type Paged, PagedList, itemsOf } from '../../../ui/paged-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Step } from './status.tsx';

interface RecordListProps<Item> {
  title: string;
  statuses: readonly Step['status'][];
  only: Step['status'] | null;
  onOnly(status: Step['status'] | null): void;
  list: Paged<Item>;
  children(item: Item): ReactNode;
}

/** Records, newest first, of one status or of all. */
export function RecordList<Item>({ title, statuses, only, onOnly, list, children }: RecordListProps<Item>) {
  const { t } = useTranslation('funds');
  const untouched = only === null && list.data !== undefined && itemsOf(list).length === 0;
  return (
    <Panel title={title} className="overflow-hidden mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      {untouched ? null : (
        <FilterChips
          label={t('record.filter')}
          all={t('record.all')}
          options={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          only={only}
          onOnly={onOnly}
        />
      )}
      <PagedList
        list={list}
        more={t('record.more')}
        empty={
          only === null ? (
            <EmptyState kind="nothing" title={t('record.empty')} text={t('record.emptyText')} />
          ) : (
            <NoMatch title={t('record.noMatch')} showAll={t('record.showAll')} onShowAll={() => onOnly(null)} />
          )
        }
      >
        {(items) => (
          <ul aria-label={title} className="flex flex-col divide-y divide-line border-t border-line">
            {items.map((item) => children(item))}
          </ul>
        )}
      </PagedList>
    </Panel>
  );
}
