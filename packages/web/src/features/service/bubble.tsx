import type { SupportMessage } from '@assay/contract/endpoints/support.ts';
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { giveUp, sayAgain } from './conversation.ts';
import { isolated, useWindowFormat } from './language.ts';
import { piecesOf, type Unsent } from './merge.ts';
import { Picture } from './picture.tsx';

const shape = 'max-w-[min(82%,520px)] overflow-hidden rounded-large text-start';
const own = 'self-end bg-accent-soft text-text';
const other = 'self-start bg-surface-2';
const withText = 'px-s4 py-s3 leading-snug whitespace-pre-wrap [overflow-wrap:anywhere]';
const caption = 'mt-s1 flex items-center gap-s2 text-caption text-muted';

/** One message. A run of one side names who speaks at its first, and the time at its last. */
export function Bubble({
  message: { author, kind, operator, text, imageId, at },
  first,
  last,
  mark,
}: {
  message: SupportMessage;
  first: boolean;
  last: boolean;
  mark: 'sent' | 'read' | null;
}) {
  const { t } = useTranslation('service');
  const format = useWindowFormat();
  if (kind === 'joined' || kind === 'closed') {
    return (
      <p className="my-s3 self-center text-center text-caption text-muted">
        {t(`event.${kind}`, { operator: isolated(operator) })}
      </p>
    );
  }
  const mine = author === 'customer';
  return (
    <>
      {first && !mine ? (
        <span className="mt-s3 mb-s1 self-start px-s1 text-caption font-medium text-muted">
          <bdi>{operator}</bdi>
        </span>
      ) : null}
      <div className={cx(shape, mine ? own : other, first ? 'mt-s2' : 'mt-[3px]', kind === 'text' && withText)}>
        {imageId === null ? <Words text={text ?? ''} /> : <Picture id={imageId} />}
      </div>
      {last || mark !== null ? (
        <span className={cx(caption, mine ? 'self-end' : 'self-start px-s1')}>
          <time dateTime={at}>
            <bdi>{format.time(at)}</bdi>
          </time>
          {mark === null ? null : <Mark mark={mark} />}
        </span>
      ) : null}
    </>
  );
}

function Mark({ mark }: { mark: 'sent' | 'read' }) {
  const { t } = useTranslation('service');
  const Icon = mark === 'read' ? CheckCheck : Check;
  return (
    <span className={cx('inline-flex items-center gap-[4px]', mark === 'read' && 'text-accent')}>
      <Icon aria-hidden className="size-[1.2em]" />
      {t(`mark.${mark}`)}
    </span>
  );
}

/** A message that is on its way, or that the server refused. */
export function UnsentBubble({ unsent: { clientId, text, image, refused } }: { unsent: Unsent }) {
  const { t } = useTranslation(['service', 'common']);
  return (
    <>
      <div className={cx(shape, own, 'mt-s2 opacity-70', text !== null && withText)}>
        {image === null ? <Words text={text ?? ''} /> : <LocalPicture file={image} />}
      </div>
      {refused === null ? (
        <span className={cx(caption, 'self-end')}>
          <Clock aria-hidden className="size-[1.1em]" />
          {t('mark.sending')}
        </span>
      ) : (
        <span role="alert" className={cx(caption, 'max-w-[min(82%,520px)] flex-wrap justify-end self-end text-danger')}>
          <CircleAlert aria-hidden className="size-[1.1em] shrink-0" />
          {refused}
          <button type="button" className="py-s1 font-semibold text-accent hover:underline" onClick={() => sayAgain(clientId)}>
            {t('common:action.retry')}
          </button>
          <button type="button" className="py-s1 font-semibold hover:underline" onClick={() => giveUp(clientId)}>
            {t('discard')}
          </button>
        </span>
      )}
    </>
  );
}

/** Text as it was written; only web addresses can be followed, in another window that learns nothing of this one. */
function Words({ text }: { text: string }) {
  return (
    <span dir="auto" className="block">
      {piecesOf(text).map((piece, index) =>
        piece.href === null ? (
          piece.text
        ) : (
          <a
            key={index}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline underline-offset-2"
          >
            <bdi>{piece.text}</bdi>
          </a>
        ),
      )}
    </span>
  );
}

function LocalPicture({ file }: { file: File }) {
  const { t } = useTranslation('service');
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url === null ? null : <img src={url} alt={t('picture.own')} className="block max-h-[320px] w-full object-contain" />;
}
