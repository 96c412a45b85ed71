import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Paged, StatusList } from '../../../ui/lists/paged-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
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
  return (
    <Panel title={title} className="overflow-hidden mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      <StatusList
        list={list}
        statuses={statuses}
        only={only}
        onOnly={onOnly}
        picture="deposits"
        words={{
          filter: t('record.filter'),
          all: t('record.all'),
          status: (status) => t(`status.${status}`),
          emptyTitle: t('record.empty'),
          emptyText: t('record.emptyText'),
          noMatch: t('record.noMatch'),
          showAll: t('record.showAll'),
          more: t('record.more'),
        }}
        quiet
      >
        {(items) => (
          <ul aria-label={title} className="flex flex-col divide-y divide-line border-t border-line">
            {items.map((item) => children(item))}
          </ul>
        )}
      </StatusList>
    </Panel>
  );
}
