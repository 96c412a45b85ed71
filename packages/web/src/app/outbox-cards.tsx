import type { Entry } from '@assay/contract/outbox.ts';
import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOutbox } from '../shared/client/move.ts';
import { outbox } from '../shared/client/outbox.ts';
import { useRefreshAccount } from '../shared/trading/account.ts';
import { cx } from '../ui/cx.ts';

const ordersPath = '/profile?section=orders';
/** Most answers come before anybody wonders; until then nothing is said. */
const quietMs = 400;

/** What is under way or without an answer, on whatever page the person is by now. */
export function OutboxCards() {
  return useOutbox().map((entry) => <Card key={entry.key} entry={entry} />);
}

const icons = { sending: LoaderCircle, unknown: CircleHelp, answered: CircleCheck, refused: CircleAlert };
const tones = { sending: 'text-muted turn', unknown: 'text-warn', answered: 'text-accent', refused: 'text-danger' };

function Card({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const { key, state, book, summary, path, refusal } = entry;
  const quiet = useQuiet() && state === 'sending';
  const refresh = useRefreshAccount();
  // Nobody waits for it: what it has changed is on no list that was fetched before.
  useEffect(() => {
    if (state === 'answered') refresh();
  }, [state, refresh]);
  if (quiet) return null;
  const Icon = icons[state];
  const never = refusal?.code === '11152';
  const ordered = path.startsWith('/order/');
  const over = state === 'answered' || state === 'refused';
  return (
    <li
      className={cx(
        'pointer-events-auto flex items-start gap-s3 rounded-middle border bg-surface-2 p-s4 shadow-raised',
        state === 'unknown' ? 'border-warn' : 'border-line',
      )}
    >
      <Icon aria-hidden className={cx('mt-[0.15em] size-icon shrink-0', tones[state])} />
      <div className="flex min-w-0 flex-1 flex-col gap-s1">
        <p className="font-medium">{t(`outbox.${never ? 'notDone' : state}`)}</p>
        <p className="text-caption text-muted">
          <bdi>{`${t(`account.${book}`)} · ${summary}`}</bdi>
        </p>
        {state === 'unknown' ? (
          <p className="text-caption">
            {ordered ? t('error.timeout') : null} {t('outbox.unknownText')}
          </p>
        ) : null}
        {refusal === null ? null : <p className="text-caption">{never ? t('outbox.never') : refusal.message}</p>}
        {state !== 'sending' && (ordered || over) ? (
          <span className="flex gap-s5">
            {ordered ? (
              <Link to={ordersPath} className="py-s1 text-caption font-semibold text-accent hover:underline">
                {t('outbox.orders')}
              </Link>
            ) : null}
            {over ? (
              <button
                type="button"
                className="py-s1 text-caption font-semibold text-accent hover:underline"
                onClick={() => outbox.dismiss(key)}
              >
                {t('action.close')}
              </button>
            ) : null}
          </span>
        ) : null}
      </div>
    </li>
  );
}

function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(false), quietMs);
    return () => clearTimeout(timer);
  }, []);
  return quiet;
}
