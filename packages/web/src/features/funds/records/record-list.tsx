import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import type { Step } from './status.tsx';

interface RecordListProps<Item> {
  title: string;
  statuses: readonly Step['status'][];
  only: Step['status'] | null;
  onOnly(status: Step['status'] | null): void;
  /** A list that is fetched page by page. */
  list: {
    data: { pages: readonly { items: readonly Item[] }[] } | undefined;
    isError: boolean;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch(): unknown;
    fetchNextPage(): unknown;
  };
  children(item: Item): ReactNode;
}

/** Records, newest first, of one status or of all. */
export function RecordList<Item>(props: RecordListProps<Item>) {
  const { title, statuses, only, onOnly, list, children } = props;
  const { t } = useTranslation('funds');
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const untouched = only === null && list.data !== undefined && items.length === 0;
  return (
    <Panel title={title} className="overflow-hidden mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      {untouched ? null : (
        <div
          role="group"
          aria-label={t('record.filter')}
          className="flex gap-s2 overflow-x-auto px-s5 py-s4 [scrollbar-width:none] mobile:px-side"
        >
          <Chip chosen={only === null} onClick={() => onOnly(null)}>
            {t('record.all')}
          </Chip>
          {statuses.map((status) => (
            <Chip key={status} chosen={only === status} onClick={() => onOnly(status)}>
              {t(`status.${status}`)}
            </Chip>
          ))}
        </div>
      )}
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={3} className="p-s5" />
        )
      ) : items.length > 0 ? (
        <ul aria-label={title} className="flex flex-col divide-y divide-line border-t border-line">
          {items.map((item) => children(item))}
        </ul>
      ) : untouched ? (
        <EmptyState kind="nothing" title={t('record.empty')} text={t('record.emptyText')} />
      ) : (
        <EmptyState
          kind="noMatch"
          title={t('record.noMatch')}
          action={<Button onClick={() => onOnly(null)}>{t('record.showAll')}</Button>}
        />
      )}
      {list.hasNextPage ? (
        <div className="border-t border-line p-s4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('record.more')}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
