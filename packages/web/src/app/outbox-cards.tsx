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
const plansPath = '/trading';
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
  const { state, book, summary, path, refusal } = entry;
  const quiet = useQuiet() && state === 'sending';
  const refresh = useRefreshAccount();
  // Nobody waits for it: what it has changed is on no list that was fetched before.
  useEffect(() => {
    if (state === 'answered') refresh();
  }, [state, refresh]);
  if (quiet) return null;
  const Icon = icons[state];
  const never = refusal?.code === '11152';
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
          <bdi>{ofPerson.has(path) ? summary : `${t(`account.${book}`)} · ${summary}`}</bdi>
        </p>
        {state === 'unknown' ? <Silence entry={entry} /> : null}
        {refusal === null ? null : <p className="text-caption">{never ? t('outbox.never') : refusal.message}</p>}
        {state === 'sending' ? null : (
          <span className="flex flex-wrap gap-x-s5">
            {isOrder(path) ? (
              <Link to={isPlan(path) ? plansPath : ordersPath} className={actionClasses}>
                {t(isPlan(path) ? 'outbox.plans' : 'outbox.orders')}
              </Link>
            ) : null}
            <Actions entry={entry} />
          </span>
        )}
      </div>
    </li>
  );
}

const actionClasses = 'py-s1 text-caption font-semibold text-accent hover:underline';
const isOrder = (path: string) => path.startsWith('/order/');
const isPlan = (path: string) => path.endsWith('Smart');
/** Of the person and no account's. */
const ofPerson = new Set(['/user/identification', '/user/createPriceAlert']);

/** What it means that no answer has come; pictures were most likely lost on their way there. */
function Silence({ entry: { path, repeatable } }: { entry: Entry }) {
  const { t } = useTranslation();
  const what = isOrder(path) ? t('error.timeout') : repeatable ? t('error.upload') : null;
  return (
    <p className="text-caption">
      {what} {t(repeatable ? 'outbox.repeatText' : 'outbox.unknownText')}
    </p>
  );
}

/** What can be done about it: sent once more or given up while nothing is known, else taken note of. */
function Actions({ entry: { key, state, repeatable, revocable } }: { entry: Entry }) {
  const { t } = useTranslation();
  const over = state === 'answered' || state === 'refused';
  const actions = [
    { name: t('outbox.repeat'), act: () => void outbox.repeat(key), there: !over && repeatable },
    { name: t('action.cancel'), act: () => outbox.cancel(key), there: !over && revocable },
    { name: t('action.close'), act: () => outbox.dismiss(key), there: over },
  ];
  return actions.map(({ name, act, there }) =>
    there ? (
      <button key={name} type="button" className={actionClasses} onClick={act}>
        {name}
      </button>
    ) : null,
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
