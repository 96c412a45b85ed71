import { mailWordPattern } from '@assay/contract/vocabulary/credentials.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { setAndSee } from '../../shared/client/setting.ts';
import { useForm } from '../../shared/form.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { useSecurity, useSecurityChanged } from './security-data.ts';
import { SecurityPart } from './security-part.tsx';

/** The word that every mail carries, by which a forged one is known. */
export function MailWordPart() {
  const { t } = useTranslation(['security', 'pass']);
  const known = useSecurity().data?.mailWord ?? null;
  const changed = useSecurityChanged();
  const set = (word: string | null, password: string) =>
    setAndSee({
      send: () => call(calls.user.setMailWord, { word, password }),
      look: () => call(calls.user.security, {}),
      stands: ({ mailWord }) => mailWord === (word?.trim() ?? null),
      show: changed,
    });
  const missing = (password: string) => (password === '' ? t('pass:enter.password') : undefined);
  const { typed, field, change, error, submit, busy, reset, resetSent } = useForm<{ word: string | null; password: string }>({
    values: { word: null, password: '' },
    // An omitted value keeps its cached one; null removes the word.
    check: ({ word, password }) => {
      const said = word ?? known;
      return {
        word: said === null || mailWordPattern.test(said.trim()) ? undefined : t('security:word.rule'),
        password: missing(password),
      };
    },
    send: async ({ word, password }) => {
      await set(word ?? known, password);
      resetSent({ word, password });
      toast({ id: 'mail-word', kind: 'success', title: t('security:word.saved') });
    },
    fieldOf: ({ code }) => (code === '10004' ? 'password' : 'word'),
  });
  const removal = useForm({
    values: {},
    check: () => ({ form: missing(typed.password) }),
    send: async () => {
      await set(null, typed.password);
      reset();
      toast({ id: 'mail-word', kind: 'success', title: t('security:word.removed') });
    },
  });
  const wrong = error('word') ?? error('form');
  return (
    <SecurityPart title={t('security:word.title')} text={t('security:word.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex max-w-[max(4.8rem,380px)] flex-col gap-s5"
      >
        <Input
          label={t('security:word.label')}
          value={typed.word ?? known ?? ''}
          maxLength={30}
          autoComplete="off"
          dir="auto"
          error={wrong}
          hint={wrong === undefined ? t('security:word.rule') : undefined}
          onChange={(event) => change('word', event.target.value)}
        />
        <PasswordField
          {...field('password')}
          label={t('pass:field.password')}
          autoComplete="current-password"
          error={error('password') ?? removal.error('form')}
        />
        <div className="flex gap-s3 mobile:*:flex-1">
          <Button type="submit" look="primary" busy={busy}>
            {t('security:word.save')}
          </Button>
          {known === null ? null : (
            <Button disabled={busy || removal.busy} onClick={removal.submit}>
              {t('security:word.remove')}
            </Button>
          )}
        </div>
      </form>
    </SecurityPart>
  );
}
