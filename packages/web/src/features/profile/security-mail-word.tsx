import { mailWord } from '@assay/contract/endpoints/security.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { useErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSecurity, useSecurityChanged } from './security-data.ts';
import { SecurityPart } from './security-part.tsx';

/** The word that every mail carries, by which a forged one is known. */
export function MailWordPart() {
  const { t } = useTranslation('security');
  const errorText = useErrorText();
  const known = useSecurity().data?.mailWord ?? null;
  const changed = useSecurityChanged();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const set = async (word: string | null) => {
    if (busy) return;
    if (!mailWord.safeParse(word).success) {
      setError(t('word.rule'));
      return;
    }
    setBusy(true);
    try {
      changed(await call(calls.user.setMailWord, { word }));
      setTyped(undefined);
      toast({ id: 'mail-word', kind: 'success', title: t(word === null ? 'word.removed' : 'word.saved') });
    } catch (refusal) {
      setError(errorText(refusal));
    } finally {
      setBusy(false);
    }
  };
  return (
    <SecurityPart title={t('word.title')} text={t('word.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void set(typed ?? known ?? '');
        }}
        className="flex max-w-[max(4.8rem,380px)] flex-col gap-s5"
      >
        <Input
          label={t('word.label')}
          value={typed ?? known ?? ''}
          maxLength={30}
          autoComplete="off"
          dir="auto"
          error={error}
          hint={error === undefined ? t('word.rule') : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
        <div className="flex gap-s3 mobile:*:flex-1">
          <Button type="submit" look="primary" busy={busy}>
            {t('word.save')}
          </Button>
          {known === null ? null : (
            <Button disabled={busy} onClick={() => void set(null)}>
              {t('word.remove')}
            </Button>
          )}
        </div>
      </form>
    </SecurityPart>
  );
}
