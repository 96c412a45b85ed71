import { imagesFor } from '@assay/domain/kyc/decide-submission.ts';
import { useTranslation } from 'react-i18next';
import { ImageField } from '../../../ui/images/image-field.tsx';
import { documentOf, fieldsOf, keptBy, photos } from '../draft.ts';
import { Outline } from './outline.tsx';
import { Kept, type StepProps, useFieldError } from './part.tsx';

type Photo = (typeof photos)[number];

/** The document from its sides, and in the person's hand. */
export function PhotosStep(props: StepProps) {
  const { kyc, draft, change } = props;
  const { t } = useTranslation('kyc');
  const error = useFieldError(props);
  const document = documentOf(draft, kyc) ?? 'idCard';
  const kept = keptBy(draft, kyc);
  const asked = new Set<string>(fieldsOf('photos', draft, kyc));
  const label = (name: Photo) => t(name === 'front' && document === 'passport' ? 'photos.passport' : `field.${name}`);
  return (
    <div className="flex flex-col gap-s5">
      <p className="text-caption text-muted">{t('photos.text')}</p>
      <Kept fields={imagesFor(document).filter((name) => name !== 'signature' && kept.has(name))} />
      <div className="grid gap-s5 desktop:wide:grid-cols-2">
        {photos
          .filter((name) => asked.has(name))
          .map((name) => (
            <ImageField
              key={name}
              label={label(name)}
              hint={t(`photos.${name}`)}
              value={draft[name]}
              onChange={(image) => change(name, image)}
              error={error(name)}
              camera={name === 'holding' ? 'user' : 'environment'}
              outline={<Outline of={name === 'front' && document === 'passport' ? 'passport' : name} />}
            />
          ))}
      </div>
    </div>
  );
}
