import { mailWordPattern } from '@assay/contract/vocabulary/credentials.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { setAndSee } from '../../shared/client/setting.ts';
import { useForm } from '../../shared/form.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { useSecurity, useSecurityChanged } from './security-data.ts';
import { SecurityPart } from './security-part.tsx';

/** The word that every mail carries, by which a forged one is known. */
export function MailWordPart() {
  const { t } = useTranslation('security');
  const known = useSecurity().data?.mailWord ?? null;
  const changed = useSecurityChanged();
  const set = (word: string | null) =>
    setAndSee({
      send: () => call(calls.user.setMailWord, { word }),
      look: () => call(calls.user.security, {}),
      stands: ({ mailWord }) => mailWord === (word?.trim() ?? null),
      show: changed,
    });
  const { typed, change, error, submit, busy, reset, resetSent } = useForm<{ word: string | null }>({
    values: { word: null },
    // What is not touched stands there as it is known; null takes the word away.
    check: ({ word }) => {
      const said = word ?? known;
      return { word: said === null || mailWordPattern.test(said.trim()) ? undefined : t('word.rule') };
    },
    send: async ({ word }) => {
      await set(word ?? known);
      resetSent({ word });
      toast({ id: 'mail-word', kind: 'success', title: t('word.saved') });
    },
    fieldOf: () => 'word',
  });
  const removal = useForm({
    values: {},
    send: async () => {
      await set(null);
      reset();
      toast({ id: 'mail-word', kind: 'success', title: t('word.removed') });
    },
  });
  const wrong = error('word') ?? error('form') ?? removal.error('form');
  return (
    <SecurityPart title={t('word.title')} text={t('word.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex max-w-[max(4.8rem,380px)] flex-col gap-s5"
      >
        <Input
          label={t('word.label')}
          value={typed.word ?? known ?? ''}
          maxLength={30}
          autoComplete="off"
          dir="auto"
          error={wrong}
          hint={wrong === undefined ? t('word.rule') : undefined}
          onChange={(event) => change('word', event.target.value)}
        />
        <div className="flex gap-s3 mobile:*:flex-1">
          <Button type="submit" look="primary" busy={busy}>
            {t('word.save')}
          </Button>
          {known === null ? null : (
            <Button disabled={busy || removal.busy} onClick={removal.submit}>
              {t('word.remove')}
            </Button>
          )}
        </div>
      </form>
    </SecurityPart>
  );
}
