import { type IdentityImage, type PersonField, documentFields, identityImages } from '@assay/contract/vocabulary/kyc.ts';
import { imagesFor } from '@assay/domain/kyc/decide-submission.ts';
import { CircleAlert, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { colonOf } from '../../../shared/words/marks.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { type Step, documentOf, keptBy, personFieldsIn } from '../draft.ts';
import { Kept, type StepProps } from './part.tsx';
import { Picture } from './signature-step.tsx';

interface ReviewProps extends StepProps {
  onGo(step: Step): void;
  /** How much of the pictures is on its way, from 0 to 1. */
  progress: number | null;
  problem: string | undefined;
}

/** All that will be handed in, once more. */
export function ReviewStep({ kyc, draft, onGo, progress, problem }: ReviewProps) {
  const { t, i18n } = useTranslation('kyc');
  const format = useFormat();
  const document = documentOf(draft, kyc);
  const kept = keptBy(draft, kyc);
  const words: Partial<Record<PersonField, (text: string) => string>> = {
    sex: (text) => (text === 'female' ? t('sex.female') : t('sex.male')),
    birthdate: (text) => format.date(`${text}T12:00:00Z`),
    country: (text) => new Intl.DisplayNames(i18n.language, { type: 'region' }).of(text) ?? text,
  };
  const said = personFieldsIn(useSession(({ language }) => language)).flatMap((field) => {
    const text = draft[field].trim();
    return text === '' ? [] : [{ field, text: words[field]?.(text) ?? text }];
  });
  const pictures = identityImages.flatMap((name) => {
    const file = draft[name];
    return file === null || (document !== null && !imagesFor(document).includes(name)) ? [] : [{ name, file }];
  });
  return (
    <div className="flex flex-col gap-s5">
      <p className="text-caption text-muted">{t('review.text', { hours: kyc.hours })}</p>
      <Kept fields={[...kept]} />
      {said.length === 0 ? null : (
        <Part title={t('step.person')} onEdit={() => onGo('person')}>
          <dl className="grid gap-x-s6 desktop:wide:grid-cols-2">
            {said.map(({ field, text }) => (
              <div key={field} className="flex justify-between gap-s4 border-b border-line py-s3">
                <dt className="text-muted">{t(`field.${field}`)}</dt>
                <dd className="min-w-0 text-end font-medium break-words">
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      <Part title={t('step.document')} onEdit={() => onGo('document')}>
        <p className="font-medium">{document === null ? '—' : t(`document.${document}`)}</p>
        {documentFields.map((field) =>
          draft[field].trim() === '' ? null : (
            <p key={field} className="text-muted">
              {t(`field.${field}`)}
              {colonOf(i18n.language)}
              <bdi>{field === 'documentExpiry' ? format.date(`${draft[field]}T12:00:00Z`) : draft[field]}</bdi>
            </p>
          ),
        )}
      </Part>
      {pictures.length === 0 ? null : (
        <Part title={t('step.photos')} onEdit={() => onGo(pictures.some(isPhoto) ? 'photos' : 'signature')}>
          <ul className="grid grid-cols-2 gap-s4 desktop:wide:grid-cols-4">
            {pictures.map(({ name, file }) => (
              <li key={name} className="flex flex-col gap-s2">
                <Picture
                  file={file}
                  alt={t(`field.${name}`)}
                  className={cx(
                    'aspect-[8/5] w-full rounded-middle border border-line object-contain',
                    name === 'signature' ? 'bg-white' : 'bg-surface-0',
                  )}
                />
                <span className="text-caption text-muted">{t(`field.${name}`)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <p className="flex items-start gap-s2 text-caption text-muted">
        <LockKeyhole aria-hidden className="mt-[0.1em] size-[1.3em] shrink-0 text-accent" />
        {t('review.privacy')}
      </p>
      {progress === null ? null : (
        <div className="flex flex-col gap-s2">
          <progress
            max={1}
            value={progress}
            aria-label={t('review.sending')}
            className="h-[6px] w-full accent-(--accent-fill)"
          />
          <p className="numbers text-caption text-muted">{t('review.sent', { percent: Math.round(progress * 100) })}</p>
        </div>
      )}
      <div aria-live="assertive">
        {problem === undefined ? null : (
          <p className="flex items-start gap-s2 text-danger">
            <CircleAlert aria-hidden className="mt-[0.1em] size-[1.2em] shrink-0" />
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

const isPhoto = ({ name }: { name: IdentityImage }) => name !== 'signature';

function Part({ title, onEdit, children }: { title: string; onEdit(): void; children: ReactNode }) {
  const { t } = useTranslation('kyc');
  return (
    <section className="flex flex-col gap-s3">
      <header className="flex items-center justify-between gap-s4">
        <h4 className="text-caption font-medium text-muted">{title}</h4>
        <Button look="ghost" size="small" onClick={onEdit} aria-label={t('review.edit', { name: title })}>
          {t('review.change')}
        </Button>
      </header>
      {children}
    </section>
  );
}
