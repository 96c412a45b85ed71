import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Bubble, UnsentBubble } from './bubble.tsx';
import { loadEarlier, useConversation } from './conversation.ts';
import { isolated, useWindowFormat } from './language.ts';
import { linesOf } from './merge.ts';

/** What was said, the newest at the bottom; a reader further up is left there. */
export function Messages() {
  const { t } = useTranslation('service');
  const format = useWindowFormat();
  const { messages, unsent, standing, earlier, reachable } = useConversation();
  const lines = useMemo(() => linesOf(messages), [messages]);
  const typing = reachable && standing?.operatorTyping === true;
  const lastRead = messages.findLast(({ author, seq }) => author === 'customer' && seq <= (standing?.readByOperator ?? 0))?.seq;
  const lastOwn = messages.findLast(({ author }) => author === 'customer')?.seq;
  return (
    // Laid out from its end: the end stays in sight as something comes, and what is read further up stays where it is.
    <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-s5 mobile:px-s4">
      <div className="mb-auto flex flex-col py-s5">
        {earlier ? <Earlier /> : null}
        <ol role="log" aria-label={t('log')} className="flex flex-col">
          {lines.map(({ message, newDay, first, last }) => (
            <li key={message.seq} className="contents">
              {newDay ? (
                <p className="my-s4 self-center rounded-full bg-surface-2 px-s4 py-s1 text-caption text-muted">
                  {format.date(message.at)}
                </p>
              ) : null}
              <Bubble
                message={message}
                first={first}
                last={last}
                mark={message.seq === lastRead ? 'read' : message.seq === lastOwn ? 'sent' : null}
              />
            </li>
          ))}
          {unsent.map((one) => (
            <li key={one.clientId} className="contents">
              <UnsentBubble unsent={one} />
            </li>
          ))}
        </ol>
        <div role="status" className="min-h-[1.5em] pt-s2">
          {typing ? <Typing operator={standing.operator} /> : null}
        </div>
      </div>
    </div>
  );
}

function Earlier() {
  const { t } = useTranslation('service');
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    // What does not come now comes with the next press.
    await loadEarlier().catch(() => undefined);
    setBusy(false);
  };
  return (
    <Button size="small" look="ghost" className="mb-s3 self-center" busy={busy} onClick={() => void load()}>
      {t('earlier')}
    </Button>
  );
}

function Typing({ operator }: { operator: string | null }) {
  const { t } = useTranslation('service');
  return (
    <span className="inline-flex items-center gap-s3 text-caption text-muted">
      <span aria-hidden className="inline-flex gap-[4px] rounded-large bg-surface-2 px-s4 py-s3">
        {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
          <i key={delay} className={`size-[6px] rounded-full bg-line-strong shimmer ${delay}`} />
        ))}
      </span>
      {t('typing', { operator: isolated(operator) })}
    </span>
  );
}
