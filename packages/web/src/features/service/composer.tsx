import { messageCharsMax } from '@assay/contract/vocabulary/support.ts';
import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { prepare } from '../../ui/images/shrink.ts';
import { say, tellTyping } from './conversation.ts';
import { useDraft } from './draft.ts';
import { useWindowFormat } from './language.ts';

/** How many characters before the end the rest is counted. */
const countedFrom = 200;
const accept = 'image/jpeg,image/png,image/jp2,.jpg,.jpeg,.png,.jp2';

/** Where one writes: a field that grows with its text, a picture with its preview, and sending by Enter where there are keys for it. */
export function Composer() {
  const { t } = useTranslation(['service', 'codes']);
  const format = useWindowFormat();
  const { text, begun, write } = useDraft();
  const picture = usePicture();
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (begun > 0) field.current?.focus();
  }, [begun]);

  const left = messageCharsMax - text.length;
  const ready = (text.trim() !== '' && left >= 0) || picture.file !== null;
  const send = () => {
    if (!ready) return;
    if (picture.file !== null) say({ image: picture.file });
    if (text.trim() !== '' && left >= 0) say({ text });
    picture.clear();
    write('');
    field.current?.focus();
  };

  return (
    <form
      className="shrink-0 border-t border-line bg-surface-1 p-s4 pb-[max(var(--step-4),env(safe-area-inset-bottom))] mobile:p-s3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {picture.url === null ? null : (
        <div className="mb-s3 flex items-start gap-s3">
          <img
            src={picture.url}
            alt={t('picture.preview')}
            className="max-h-[120px] max-w-[200px] rounded-middle border border-line object-contain"
          />
          <IconButton label={t('picture.remove')} onClick={picture.clear}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
      {picture.refused === null ? null : (
        <p role="alert" className="mb-s2 text-caption text-danger">
          {t(`codes:${picture.refused}`, { limit: '2 MB' })}
        </p>
      )}
      <div className="flex items-end gap-s2 rounded-large border border-line bg-surface-0 p-s1 transition-quick focus-within:border-accent">
        <IconButton label={t('picture.add')} onClick={() => chooser.current?.click()}>
          <ImagePlus aria-hidden />
        </IconButton>
        <input
          ref={chooser}
          type="file"
          accept={accept}
          hidden
          onChange={({ target }) => {
            void picture.take(target.files?.[0]);
            target.value = '';
          }}
        />
        <textarea
          ref={field}
          name="message"
          rows={1}
          dir="auto"
          value={text}
          aria-label={t('composer.label')}
          placeholder={t('composer.placeholder')}
          enterKeyHint={isMobile ? 'enter' : 'send'}
          onChange={({ target }) => {
            write(target.value);
            if (target.value.trim() !== '') tellTyping();
          }}
          onPaste={({ clipboardData }) => void picture.take(clipboardData.files[0])}
          onKeyDown={(event) => {
            // A line break on phones, and while a word is still being composed.
            if (event.key !== 'Enter' || event.shiftKey || isMobile || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
          className="field-sizing-content max-h-[9.5em] min-h-control flex-1 resize-none self-center bg-transparent px-s2 py-[calc((var(--control-height)-1.5em)/2)] outline-none placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label={t('composer.send')}
          title={t('composer.send')}
          aria-disabled={!ready}
          className="inline-flex size-control shrink-0 items-center justify-center rounded-middle bg-accent-fill text-on-accent transition-quick hover:brightness-110 aria-disabled:bg-surface-2 aria-disabled:text-muted aria-disabled:hover:brightness-100"
        >
          <SendHorizontal aria-hidden className="size-icon rtl:-scale-x-100" />
        </button>
      </div>
      {left > countedFrom ? null : (
        <p className={cx('mt-s1 text-end text-caption numbers', left < 0 ? 'text-danger' : 'text-muted')}>
          {t('composer.left', { left: format.integer(left) })}
        </p>
      )}
    </form>
  );
}

/** A picture that is about to be sent, made smaller where it has to be. */
function usePicture() {
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState<'11024' | '11025' | '11028' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return {
    file,
    url,
    refused,
    async take(chosen: File | undefined) {
      if (chosen === undefined) return;
      const prepared = await prepare(chosen);
      setRefused('refused' in prepared ? prepared.refused : null);
      if ('file' in prepared) setFile(prepared.file);
    },
    clear() {
      setFile(null);
      setRefused(null);
    },
  };
}
