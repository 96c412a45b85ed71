import { ApiRefusal } from '@assay/contract/client.ts';
import { isSilence } from '@assay/contract/outbox.ts';
import type { Code } from '@assay/contract/vocabulary/codes.ts';
import { Check, Link2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { CodeField } from '../../shared/code-field.tsx';
import { useForm } from '../../shared/form.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { useCameFrom, useEnter } from './enter.ts';
import { useEntries } from './entries.ts';
import { EntryForm, FormError } from './form-parts.tsx';
import { OtherWays } from './other-ways.tsx';
import { PassFrame } from './pass-frame.tsx';
import { useCarried } from './use-arrive.ts';

const empty = { userName: '', email: '', code: '', password: '', repeat: '', inviteCode: '' };
/** The field that a code speaks of where the server names none. */
const meant: Partial<Record<Code, keyof typeof empty>> = {
  '10002': 'email',
  '10003': 'userName',
  '10004': 'password',
  '10006': 'userName',
  '10007': 'email',
  '10009': 'email',
  '10091': 'code',
  '11015': 'inviteCode',
  '11266': 'password',
  '11267': 'password',
  '11268': 'password',
};

export function RegisterPage() {
  const { t } = useTranslation('pass');
  const cameFrom = useCameFrom();
  const carried = useCarried('account');
  useTitle(t('register.title'));
  const enter = useEnter();
  // Whoever comes by an invitation need not copy its code.
  const [params] = useSearchParams();
  const entries = useEntries();
  const findAccount = useLostRegistration();
  const { typed, field, error, passes, refused, submit, busy } = useForm({
    values: { ...empty, email: carried?.email ?? '', inviteCode: params.get('invite') ?? '' },
    check: ({ userName, email, code, password, repeat }) => ({
      userName: entries.userName(userName),
      email: entries.email(email),
      code: entries.code(code),
      password: entries.password(password),
      repeat: entries.repeat(repeat, password),
    }),
    send: async ({ repeat: _, inviteCode, ...entered }) => {
      const invited = inviteCode === '' ? {} : { inviteCode };
      const linked = carried === undefined ? {} : { ticket: carried.ticket };
      try {
        enter(await call(calls.login.register, { ...entered, ...invited, ...linked }));
      } catch (problem) {
        enter(await findAccount(entered, problem));
      }
    },
    fieldOf: ({ code }) => meant[code],
  });
  const known = useKnown();
  /** A name or an address of one's own: asked for while the person goes on writing. */
  const own = (name: Unique) => ({
    ...field(name),
    error: error(name) ?? known.taken(name, typed[name]),
    end: known.free(name, typed[name]) ? (
      <Check role="img" aria-label={t('available')} className="size-icon text-info" />
    ) : null,
    onBlur: () => {
      if (typed[name] !== '' && passes(name)) void known.ask(name, typed[name]);
    },
  });

  return (
    <PassFrame
      title={t('register.title')}
      lead={t('register.lead')}
      below={
        <>
          {t('register.hasAccount')}{' '}
          <Link to="/pass/login" state={cameFrom} className="font-semibold text-accent hover:underline">
            {t('register.toLogin')}
          </Link>
        </>
      }
    >
      {carried === undefined ? null : <Linking label={carried.label} />}
      <EntryForm onSubmit={submit}>
        <Input
          {...own('userName')}
          label={t('field.userName')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className="rtl:[&_input]:text-end"
        />
        <Input
          {...own('email')}
          label={t('field.email')}
          type="email"
          autoComplete="email"
          dir="ltr"
          className="rtl:[&_input]:text-end"
        />
        <CodeField
          {...field('code')}
          label={t('field.code')}
          purpose="register"
          address={() => (passes('email') ? typed.email : undefined)}
          onRefused={refused}
        />
        <PasswordField
          {...field('password')}
          label={t('field.password')}
          autoComplete="new-password"
          rated={typed.password}
          own={[typed.userName, typed.email]}
        />
        <PasswordField {...field('repeat')} label={t('field.repeat')} autoComplete="new-password" />
        <Input
          {...field('inviteCode')}
          label={t('field.inviteCode')}
          autoComplete="off"
          dir="ltr"
          className="rtl:[&_input]:text-end"
        />
        <FormError message={error('form')} />
        <Button type="submit" look="primary" block busy={busy}>
          {t('register.submit')}
        </Button>
        <p className="text-caption text-muted">{t('register.terms')}</p>
      </EntryForm>
      {carried === undefined ? <OtherWays /> : null}
    </PassFrame>
  );
}

/** What a registration is refused with whose first try, of which no answer came, has made the account. */
const madeAlready: readonly Code[] = ['10006', '10007', '10091'];

/** After a try without an answer the account may be there: whoever knows its password comes in. Throws the problem where not. */
function useLostRegistration() {
  const lost = useRef(false);
  return async ({ userName, password }: { userName: string; password: string }, problem: unknown) => {
    if (isSilence(problem)) lost.current = true;
    else if (lost.current && problem instanceof ApiRefusal && madeAlready.includes(problem.code)) {
      const own = await call(calls.login.login, { account: userName, password }).catch(() => null);
      if (own !== null) return own;
    }
    throw problem;
  };
}

/** Says that the new account is linked to what one has come with. */
function Linking({ label }: { label: string }) {
  const { t } = useTranslation('pass');
  return (
    <p className="flex items-start gap-s3 rounded-middle bg-info-soft px-s4 py-s3 text-info">
      <Link2 aria-hidden className="mt-[0.15em] size-icon shrink-0" />
      <span>{t('register.linking', { label })}</span>
    </p>
  );
}

type Unique = 'userName' | 'email';
type Answer = { readonly value: string; readonly available: boolean };

/** What the server has said of a name and an address before the form is sent, when it asks itself again. */
function useKnown() {
  const { t } = useTranslation('codes');
  const [answers, setAnswers] = useState<Partial<Record<Unique, Answer>>>({});
  /** An answer speaks of what was asked alone; what is typed since is unknown. */
  const about = (name: Unique, value: string) => (answers[name]?.value === value ? answers[name].available : undefined);
  return {
    free: (name: Unique, value: string) => about(name, value) === true,
    taken: (name: Unique, value: string) =>
      about(name, value) === false ? t(name === 'userName' ? '10006' : '10007') : undefined,
    async ask(name: Unique, value: string) {
      try {
        const { available } = await call(calls.login.checkUserNameOrPhone, { value });
        setAnswers((before) => ({ ...before, [name]: { value, available } }));
      } catch {
        // The answer only helps; without it the form can still be sent.
      }
    },
  };
}
