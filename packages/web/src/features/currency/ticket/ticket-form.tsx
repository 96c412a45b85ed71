import { type ComponentType, type ReactNode, Suspense, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { usePreferences } from '../../../shared/preferences.ts';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { MoneyMark } from '../../../shared/trading/results/money-mark.tsx';
import { Button, ButtonLink, type ButtonLook } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { PairQuestion } from './pair-question.tsx';
import type { Sent } from './use-submission.ts';

/** The last look before an order is sent. */
export interface Question {
  readonly title: string;
  readonly description: string;
  /** What the button says where that differs from the ticket's own. */
  readonly confirm?: string;
  readonly figures: ReactNode;
  /** What the person may not have meant. */
  readonly slips?: ReactNode;
  readonly note: ReactNode;
}

interface TicketFormProps {
  /** What blocks the order, in words; null when nothing does. */
  blocker: string | null;
  signedIn: boolean;
  /** What is filled in, as text: an answer to something else asks nothing about it and empties nothing. */
  entry: string;
  /**
   * Sends the order as it would be now; `asks` says whether it can still be confirmed again by then; null while there is none.
   */
  send: ((asks: () => boolean) => { readonly outcome: Promise<Sent>; readonly seen: string | null }) | null;
  submission: { readonly busy: boolean; readonly unknown: boolean; cancel(): void };
  /** Which preference says whether it is asked before. */
  asks: 'confirmContracts' | 'confirmOptions' | 'confirmSpot';
  /** In the terms of the last look; `seen` is the price that has moved since the person looked. Null while there is none. */
  question(seen: string | null): Question | null;
  look: ButtonLook;
  action: string;
  icon?: ComponentType<{ className: string }>;
  /** The fields, above the button. */
  children: ReactNode;
  /** The result, below. */
  after: ReactNode;
  /** The order is accepted: its fields are emptied. */
  onDone(): void;
}

/**
 * A ticket of any product: fields, one button that shows what blocks it, a confirmation that can be switched off. A moved price
 * is confirmed again.
 */
export function TicketForm(props: TicketFormProps) {
  const { blocker, entry, send, submission, asks, question, look, action, icon, children, after, onDone } = props;
  const confirms = usePreferences((preferences) => preferences[asks]);
  const [asked, setAsked] = useState<{ seen: string | null } | null>(null);
  // From the press on: the account that is shown live may have the order in it already.
  const [agreed, setAgreed] = useState<Question | null>(null);
  const words = agreed ?? question(asked?.seen ?? null);
  // Without an order to confirm the confirmation closes: it does not reopen by itself, as if it had been read.
  if (asked !== null && words === null) setAsked(null);
  // A blocker that appeared in between, such as a lost feed: a confirmation that closed at the press would look like an
  // accepted order.
  const hindrance = agreed === null ? blocker : null;
  const latest = useLatest({ entry, open: asked !== null });
  // Asked with the first trade; still there while that one is on its way.
  const asksPair = usePreferences(({ pairAsked }) => !pairAsked);
  const place = async () => {
    if (send === null) return;
    setAgreed(words);
    const isSame = () => latest().entry === entry;
    // A user who has left the confirmation, or filled in something else, gets a notice; otherwise the ticket shows again.
    const isHere = () => isSame() && (asked === null || latest().open);
    const sent = send(isHere);
    const outcome = await sent.outcome;
    if (isHere()) setAsked(outcome === 'requote' ? { seen: sent.seen } : null);
    setAgreed(null);
    if (outcome === 'done' && asked !== null) usePreferences.getState().set({ pairAsked: true });
    if (outcome === 'done' && isSame()) onDone();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-s4"
      onSubmit={(event) => {
        event.preventDefault();
        if (send === null || submission.busy) return;
        if (confirms) setAsked({ seen: null });
        else void place();
      }}
    >
      {children}
      {/* Always visible: on a phone near the thumb, beside the chart at the lower edge of the window. */}
      <div className="wide:sticky wide:bottom-0 wide:z-10 wide:-mx-s4 wide:-my-s2 wide:bg-surface-1 wide:px-s4 wide:py-s2 mobile:sticky mobile:-bottom-s5 mobile:z-10 mobile:order-last mobile:-mx-s5 mobile:-mb-s5 mobile:border-t mobile:border-line mobile:bg-surface-1 mobile:px-s5 mobile:py-s3">
        <SubmitButton
          signedIn={props.signedIn}
          blocker={blocker}
          look={look}
          busy={submission.busy}
          action={action}
          {...(icon && { icon })}
        />
      </div>
      {after}
      {words === null ? null : (
        <Suspense fallback={null}>
          <MoneyConfirm
            // The frame reports the outcome, and the question closes.
            open={asked !== null && !submission.unknown}
            onOpenChange={(open) => {
              if (!open) setAsked(null);
            }}
            title={words.title}
            description={words.description}
            look={look}
            confirm={words.confirm ?? action}
            busy={submission.busy}
            blocked={hindrance !== null}
            onConfirm={() => void place()}
            onCancel={submission.cancel}
          >
            {words.figures}
            {words.slips}
            {hindrance === null ? null : (
              <p role="status" className="mt-s3 text-caption font-medium text-warn">
                {hindrance}
              </p>
            )}
            <p className="mt-s3 text-caption text-muted">{words.note}</p>
            {asksPair ? <PairQuestion /> : null}
            <DontAsk asks={asks} />
          </MoneyConfirm>
        </Suspense>
      )}
    </form>
  );
}

interface Latest {
  readonly entry: string | null;
  readonly open: boolean;
}

/** The present values when an answer comes; nothing once the ticket is closed. */
function useLatest(now: Latest): () => Latest {
  const latest = useRef<Latest>(now);
  useEffect(() => {
    latest.current = now;
  });
  useEffect(
    () => () => {
      latest.current = { entry: null, open: false };
    },
    [],
  );
  return () => latest.current;
}

function DontAsk({ asks }: Pick<TicketFormProps, 'asks'>) {
  const { t } = useTranslation('limits');
  const confirms = usePreferences((preferences) => preferences[asks]);
  const set = usePreferences((preferences) => preferences.set);
  return (
    <div className="mt-s3 border-t border-line pt-s2 text-caption">
      <Switch label={t('settings.dontAsk')} checked={!confirms} onChange={(quiet) => set({ [asks]: !quiet })} />
    </div>
  );
}

interface SubmitButtonProps extends Pick<TicketFormProps, 'signedIn' | 'blocker' | 'look' | 'action' | 'icon'> {
  busy: boolean;
}

/** Sends the order, or shows what blocks it. */
const SubmitButton = memo(function SubmitButton({ signedIn, blocker, look, busy, action, icon: Icon }: SubmitButtonProps) {
  const { t } = useTranslation('currency');
  const { pathname, search } = useLocation();
  if (!signedIn) {
    return (
      <ButtonLink to="/pass/login" state={{ from: pathname + search }} look="primary" block>
        {t('blocker.signedOut')}
      </ButtonLink>
    );
  }
  if (blocker !== null) {
    return (
      <Button type="submit" block aria-disabled className="text-muted">
        <span aria-live="polite">{blocker}</span>
      </Button>
    );
  }
  return (
    <Button type="submit" look={look} block busy={busy}>
      {Icon === undefined ? null : <Icon aria-hidden className="size-icon shrink-0" />}
      <MoneyMark>{action}</MoneyMark>
    </Button>
  );
});
