import { type Entry, isOver } from '@assay/contract/outbox.ts';
import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useOutbox } from '../shared/client/move.ts';
import { outbox, takeUnanswered } from '../shared/client/outbox.ts';
import { useSession } from '../shared/client/session.ts';
import { useRefreshAccount } from '../shared/trading/account.ts';
import { cx } from '../ui/cx.ts';
import { toast } from '../ui/toasts/toast.tsx';
import { isOrder, useWhat } from './outbox-lists.ts';

/** Most answers come quickly; until then nothing is shown. */
const quietMs = 400;

/** Acts under way or without an answer, on any page. */
export function OutboxCards() {
  return useOutbox().map((entry) => <Card key={entry.key} entry={entry} />);
}

/** Shows after sign-in what the last session ended without an answer to, and where it is listed. */
export function useUnanswered(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const whatOf = useWhat();
  const owner = useSession((session) => session.userInfo?.id);
  const tell = useEffectEvent((person: string) => {
    for (const intent of takeUnanswered(person)) {
      const { what, list } = whatOf(intent);
      const action = list === null ? undefined : { label: list.label, run: () => void navigate(list.to) };
      const text = t('outbox.lookText', { what });
      toast({ id: intent.key, kind: 'error', title: t('outbox.lookTitle'), text, stays: true, ...(action && { action }) });
    }
  });
  useEffect(() => {
    if (owner !== undefined) tell(owner);
  }, [owner]);
}

const icons = {
  sending: LoaderCircle,
  unknown: CircleHelp,
  forgotten: CircleHelp,
  answered: CircleCheck,
  refused: CircleAlert,
};
const tones = {
  sending: 'text-muted turn',
  unknown: 'text-warn',
  forgotten: 'text-warn',
  answered: 'text-accent',
  refused: 'text-danger',
};

/** What was pressed last is in sight, however many there are. */
function intoSight(card: HTMLLIElement | null): void {
  if (card !== null) card.scrollIntoView({ block: 'nearest' });
}

function Card({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const { state, refusal } = entry;
  const { what, list } = useWhat()(entry);
  const quiet = useQuiet() && state === 'sending';
  const refresh = useRefreshAccount();
  // No caller waits for it: lists fetched before do not contain its changes.
  useEffect(() => {
    if (state === 'answered') refresh();
  }, [state, refresh]);
  if (quiet) return null;
  const Icon = icons[state];
  const never = refusal?.code === '11152';
  const title = never ? 'notDone' : state === 'forgotten' ? 'lookTitle' : state;
  return (
    <li
      ref={intoSight}
      className={cx(
        'pointer-events-auto flex shrink-0 items-start gap-s3 rounded-middle border bg-surface-2 p-s4 shadow-raised',
        state === 'unknown' ? 'border-warn' : 'border-line',
      )}
    >
      <Icon aria-hidden className={cx('mt-[0.15em] size-icon shrink-0', tones[state])} />
      <div className="flex min-w-0 flex-1 flex-col gap-s1">
        <p className="font-medium">{t(`outbox.${title}`)}</p>
        <p className="text-caption text-muted">
          <bdi>{what}</bdi>
        </p>
        {state === 'unknown' ? <Silence entry={entry} /> : null}
        {refusal === null ? null : <p className="text-caption">{never ? t('outbox.never') : refusal.message}</p>}
        {state === 'sending' ? null : (
          <span className="flex flex-wrap gap-x-s5">
            {list === null ? null : (
              <Link to={list.to} className={actionClasses}>
                {list.label}
              </Link>
            )}
            <Actions entry={entry} />
          </span>
        )}
      </div>
    </li>
  );
}

const actionClasses = 'py-s1 text-caption font-semibold text-accent hover:underline';

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
function Actions({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const { key, repeatable, revocable } = entry;
  const over = isOver(entry);
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
