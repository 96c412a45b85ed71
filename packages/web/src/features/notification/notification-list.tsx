import type { Notification } from '@assay/contract/endpoints/notification.ts';
import { CheckCheck, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBook } from '../../shared/client/session.ts';
import { useLivingOrders } from '../../shared/trading/account.ts';
import { useOrderView, waysOut } from '../../shared/trading/order-view.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PagedList, itemsOf } from '../../ui/lists/paged-list.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { looks, orderOf, placeOf } from './kinds.ts';
import { type Shown, useMarkRead, useNotifications } from './use-notifications.ts';
import { useWords } from './use-words.ts';

const shows = ['all', 'unread'] as const;

/** All notifications of the person, newest first. */
export function NotificationList() {
  const { t } = useTranslation('notifications');
  const [show, setShow] = useState<Shown>('all');
  const format = useFormat();
  const list = useNotifications(show);
  const markRead = useMarkRead();
  const newest = itemsOf(list)[0];
  const unread = list.data?.pages[0]?.unread ?? 0;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-s3 border-b border-line px-s5 py-s3 mobile:px-side">
        <Segmented
          label={t('show.label')}
          value={show}
          onChange={(next) => setShow(next)}
          options={shows.map((value) => ({
            value,
            label: value === 'unread' && unread > 0 ? `${t('show.unread')} (${unread})` : t(`show.${value}`),
          }))}
          className="min-w-[max(3.2rem,250px)]"
        />
        <Button
          size="small"
          look="ghost"
          disabled={unread === 0 || newest === undefined}
          onClick={() => newest && markRead({ upTo: newest.id })}
        >
          <CheckCheck aria-hidden className="size-[1.3em]" />
          {t('readAll')}
        </Button>
      </div>
      <PagedList
        list={list}
        rows={8}
        more={t('more')}
        empty={
          show === 'all' ? (
            <EmptyState kind="nothing" picture="notifications" title={t('empty.title')} text={t('empty.text')} />
          ) : (
            <EmptyState
              kind="nothing"
              picture="notifications"
              title={t('emptyUnread.title')}
              text={t('emptyUnread.text')}
              action={<Button onClick={() => setShow('all')}>{t('emptyUnread.action')}</Button>}
            />
          )
        }
      >
        {(items) => (
          <>
            {byDay(items, format.date).map(([day, ofDay]) => (
              <section key={day} aria-label={day}>
                <h2 className="bg-surface-1 px-s5 pt-s4 pb-s2 text-caption font-semibold text-muted mobile:px-side">
                  <bdi>{day}</bdi>
                </h2>
                <ul aria-label={`${t('title')}, ${day}`} className="flex flex-col divide-y divide-line border-y border-line">
                  {ofDay.map((item) => (
                    <Item key={item.id} item={item} onRead={() => markRead({ id: item.id })} />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </PagedList>
    </>
  );
}

/** Notifications of one day are grouped; the list is in order already. */
function byDay(items: readonly Notification[], dayOf: (time: string) => string) {
  return [...Map.groupBy(items, ({ createdAt }) => dayOf(createdAt))];
}

function Item({ item, onRead }: { item: Notification; onRead(): void }) {
  const { t } = useTranslation(['notifications', 'common']);
  const format = useFormat();
  const words = useWords()(item);
  const book = useBook();
  const openReceipt = useOrderView((view) => view.openReceipt);
  const { icon: Icon, tone } = looks[item.kind];
  // Receipts belong to an account, and this one shows those of the account in use.
  const order = item.book === book ? orderOf(item) : null;
  const read = () => {
    if (!item.read) onRead();
  };
  return (
    <li
      className={cx(
        'group relative flex items-start gap-s4 px-s5 py-s4 hover:bg-surface-2 mobile:px-side',
        !item.read && 'bg-surface-2/40',
      )}
    >
      <span className={cx('mt-[0.1em] inline-flex shrink-0 rounded-middle p-s2', tone)}>
        <Icon aria-hidden className="size-icon" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-s1">
        <p className="flex flex-wrap items-center gap-x-s2">
          {/* The link covers its row, so that the whole of it can be pressed and the keyboard stops once. */}
          <Link
            to={placeOf(item)}
            onClick={read}
            className={cx(
              'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
              item.read ? 'font-medium' : 'font-semibold',
            )}
          >
            {words.title}
          </Link>
          {item.read ? null : (
            <span className="size-[0.55em] rounded-large bg-accent-fill">
              <span className="sr-only">{t('notifications:isUnread')}</span>
            </span>
          )}
          {item.book === null ? null : (
            <Badge tone={item.book === 'demo' ? 'info' : 'accent'}>{t(`common:account.${item.book}`)}</Badge>
          )}
        </p>
        <p className="text-muted">{words.text}</p>
        {item.kind === 'marginWarning' && order !== null ? <WaysOut id={order} onTaken={read} /> : null}
        <time dateTime={item.createdAt} className="text-caption text-muted">
          <bdi>{format.time(item.createdAt)}</bdi>
        </time>
      </div>
      {order === null ? null : (
        <IconButton
          label={t('notifications:receipt')}
          onClick={() => {
            read();
            openReceipt(order);
          }}
          className="z-1 size-control-small"
        >
          <ReceiptText aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

/** Both ways out of little margin, one tap each, as long as the position lives. */
function WaysOut({ id, onTaken }: { id: string; onTaken(): void }) {
  const { t } = useTranslation('notifications');
  const help = useOrderView((view) => view.help);
  const lives = useLivingOrders('open').data?.items.some((one) => one.id === id) === true;
  if (!lives) return null;
  return (
    <span className="z-1 flex flex-wrap gap-s2 py-s1">
      {waysOut.map((way) => (
        <Button
          key={way}
          size="small"
          onClick={() => {
            onTaken();
            help(id, way);
          }}
        >
          {t(`wayOut.${way}`)}
        </Button>
      ))}
    </span>
  );
}
