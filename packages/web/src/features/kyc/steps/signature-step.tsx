import { PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { SignaturePad } from '../../../ui/images/signature-pad.tsx';
import { keptBy } from '../draft.ts';
import { Kept, type StepProps, useFieldError } from './part.tsx';

/** The signature, to be compared with that in the document. */
export function SignatureStep(props: StepProps) {
  const { kyc, draft } = props;
  const { t } = useTranslation('kyc');
  const error = useFieldError(props)('signature');
  // One that was given before is shown; the pad opens empty for another.
  const [signing, setSigning] = useState(draft.signature === null);
  const change = (drawn: Blob | null) =>
    props.change('signature', drawn === null ? null : new File([drawn], 'signature.png', { type: 'image/png' }));
  if (keptBy(draft, kyc).has('signature')) return <Kept fields={['signature']} />;
  return (
    <div className="flex max-w-[max(7.2rem,320px)] flex-col gap-s5">
      <p className="text-caption text-muted">{t('signature.text')}</p>
      {!signing && draft.signature !== null ? (
        <div className="flex flex-col items-start gap-s3">
          <Picture
            file={draft.signature}
            alt={t('field.signature')}
            className="aspect-[3/1] w-full rounded-middle bg-white object-contain"
          />
          <Button
            size="small"
            onClick={() => {
              change(null);
              setSigning(true);
            }}
          >
            <PenLine aria-hidden className="size-icon" />
            {t('signature.again')}
          </Button>
        </div>
      ) : (
        <SignaturePad label={t('field.signature')} onChange={change} error={error} />
      )}
    </div>
  );
}

/** A picture that has not left the device. */
export function Picture({ file, alt, className }: { file: File; alt: string; className: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url === undefined ? <span className={className} /> : <img src={url} alt={alt} className={className} />;
}
