import { ApiRefusal } from '@assay/contract/client.ts';
import { followed } from '@assay/contract/sentences.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { demoInitialBalance } from '@assay/contract/vocabulary/limits.ts';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { resendSeconds, useResendWait } from '../../shared/client/resend-wait.ts';
import { SentHint } from '../../shared/code-field.tsx';
import { useForm } from '../../shared/form.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { AcceptedTerms } from './accepted-terms.tsx';
import { CodeBoxes } from './code-boxes.tsx';
import { useCameFrom } from './enter.ts';
import { useEntries } from './entries.ts';
import { EntryForm, FormError } from './form-parts.tsx';
import { OtherWays } from './other-ways.tsx';
import { PassFrame } from './pass-frame.tsx';
import { Linking, Progress } from './register-notes.tsx';
import { suggestName } from './suggest-name.ts';
import { useCarried } from './use-arrive.ts';
import { type Unique, useKnown } from './use-known.ts';
import { useRegister } from './use-register.ts';

const empty = { userName: '', email: '', code: '', password: '', repeat: '', inviteCode: '' };
type Field = keyof typeof empty;
/** The field that a code speaks of where the server names none. */
const meant: Partial<Record<Code, Field>> = {
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

const steps = ['address', 'code', 'account'] as const;
type Step = (typeof steps)[number];
const stepOf: Record<Field, Step> = {
  email: 'address',
  inviteCode: 'address',
  code: 'code',
  userName: 'account',
  password: 'account',
  repeat: 'account',
};

/** Three short steps: an address, the code that was mailed to it, and what one signs in with from then on. */
export function RegisterPage() {
  // Those of the code too, which comes next: loading them later would hide a page that is being filled in.
  const { t } = useTranslation(['pass', 'code']);
  const cameFrom = useCameFrom();
  const carried = useCarried('account');
  const amount = useFormat().quantity(demoInitialBalance);
  useTitle(t('register.title'));
  const { step, setStep, form } = useSteps();
  const { submit, error, busy } = form;
  return (
    <PassFrame
      title={t('register.title')}
      lead={step === 'code' ? t('register.codeLead', { email: form.typed.email }) : t(`register.${step}Lead`, { amount })}
      below={
        <>
          {followed(t('register.hasAccount'))}
          <Link to="/pass/login" state={cameFrom} className="font-semibold text-accent hover:underline">
            {t('register.toLogin')}
          </Link>
        </>
      }
    >
      {carried === undefined ? null : <Linking label={carried.label} />}
      <Progress step={steps.indexOf(step) + 1} of={steps.length} />
      <EntryForm onSubmit={submit}>
        {step === 'address' ? (
          <AddressStep form={form} />
        ) : step === 'code' ? (
          <CodeStep form={form} onComplete={() => setStep('account')} onBack={() => setStep('address')} />
        ) : (
          <AccountStep form={form} />
        )}
        <FormError message={error('form')} />
        <Button type="submit" look="primary" block busy={busy}>
          {t(step === 'account' ? 'register.submit' : 'register.next')}
        </Button>
        {step === 'account' ? <AcceptedTerms /> : null}
      </EntryForm>
      {step === 'address' && carried === undefined ? <OtherWays isNew /> : null}
    </PassFrame>
  );
}

function useSteps() {
  const carried = useCarried('account');
  // The code of an invitation link is filled in.
  const [params] = useSearchParams();
  const entries = useEntries();
  const register = useRegister(carried?.ticket);
  const [step, setStep] = useState<Step>('address');
  const form = useForm({
    values: { ...empty, email: carried?.email ?? '', inviteCode: params.get('invite') ?? '' },
    check: ({ userName, email, code, password, repeat }) => {
      if (step === 'address') return { email: entries.email(email) };
      if (step === 'code') return { code: entries.code(code) };
      return {
        userName: entries.userName(userName),
        password: entries.password(password),
        repeat: entries.repeat(repeat, password),
      };
    },
    send: async (typed) => {
      if (step === 'code') return setStep('account');
      if (step === 'address') {
        await call(calls.login.sendCode, { email: typed.email, purpose: 'register' });
        form.change('code', '');
        return setStep('code');
      }
      try {
        return await register(typed);
      } catch (problem) {
        // What is refused is mended where it was entered.
        const named = problem instanceof ApiRefusal ? meant[problem.code] : undefined;
        if (named !== undefined) setStep(stepOf[named]);
        throw problem;
      }
    },
    fieldOf: ({ code }) => meant[code],
  });
  useFocusOf(step);
  return { step, setStep, form };
}

type Form = ReturnType<typeof useSteps>['form'];

/** Each step begins in its first field that is to be filled in; the first one where the person is. */
function useFocusOf(step: Step): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const first = { address: 'email', code: 'code', account: 'password' }[step];
    document.querySelector<HTMLElement>(`form input[name=${first}]`)?.focus();
  }, [step]);
}

function AddressStep({ form: { typed, field, passes, error } }: { form: Form }) {
  const { t } = useTranslation('pass');
  const known = useKnown();
  return (
    <>
      <Input
        {...ownField({ field, error, typed, passes, known }, 'email')}
        label={t('field.email')}
        type="email"
        autoComplete="email"
        dir="ltr"
        className="rtl:[&_input]:text-end"
        end={known.free('email', typed.email) ? <Free /> : null}
      />
      <details open={typed.inviteCode !== '' || error('inviteCode') !== undefined} className="group">
        <summary className="disclosure cursor-pointer rounded-small text-caption text-accent group-open:mb-s3">
          {t('register.invited')}
        </summary>
        <Input
          {...field('inviteCode')}
          label={t('field.inviteCode')}
          autoComplete="off"
          dir="ltr"
          className="rtl:[&_input]:text-end"
        />
      </details>
    </>
  );
}

interface CodeStepProps {
  form: Form;
  onComplete(): void;
  onBack(): void;
}

function CodeStep({ form: { typed, error, change, refused }, onComplete, onBack }: CodeStepProps) {
  const { t } = useTranslation(['pass', 'code']);
  const [left, wait] = useResendWait();
  // The first one has just been sent.
  const begin = useRef(wait);
  useEffect(() => begin.current(resendSeconds), []);
  const again = () =>
    call(calls.login.sendCode, { email: typed.email, purpose: 'register' }).then(() => wait(resendSeconds), refused);
  return (
    <>
      <CodeBoxes
        name="code"
        label={t('pass:field.code')}
        value={typed.code}
        error={error('code')}
        onChange={(digits) => {
          change('code', digits);
          if (digits.length === 6) onComplete();
        }}
      />
      <p className="text-caption text-muted">
        <SentHint toOwner={false} />
      </p>
      <div className="-my-s2 flex flex-wrap justify-between gap-s4 text-caption font-semibold text-accent">
        <button type="button" onClick={onBack} className="min-h-control-small hover:underline">
          {t('pass:register.otherAddress')}
        </button>
        <button
          type="button"
          disabled={left > 0}
          onClick={() => void again()}
          className="numbers min-h-control-small hover:underline disabled:text-muted disabled:no-underline"
        >
          {left > 0 ? t('code:again', { seconds: left }) : t('code:send')}
        </button>
      </div>
    </>
  );
}

function AccountStep({ form }: { form: Form }) {
  const { t } = useTranslation('pass');
  const { typed, field, change, error, passes } = form;
  const known = useKnown();
  const { email, userName } = typed;
  const begin = useRef(() => {
    if (userName !== '') return;
    const name = suggestName(email, String(Math.floor(Math.random() * 900) + 100));
    change('userName', name);
    void known.ask('userName', name);
  });
  // Once: another suggestion would take the place of the one that is being asked about.
  useEffect(() => {
    begin.current();
    begin.current = () => undefined;
  }, []);
  return (
    <>
      <Input
        {...ownField({ field, error, typed, passes, known }, 'userName')}
        label={t('field.userName')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        className="rtl:[&_input]:text-end"
        end={known.free('userName', userName) ? <Free /> : null}
      />
      <PasswordField
        {...field('password')}
        label={t('field.password')}
        autoComplete="new-password"
        rated={typed.password}
        own={[userName, email]}
      />
      <PasswordField {...field('repeat')} label={t('field.repeat')} autoComplete="new-password" />
    </>
  );
}

type Parts = Pick<Form, 'field' | 'error' | 'typed' | 'passes'> & { known: ReturnType<typeof useKnown> };

/** Whether a name or an address is free: requested while typing continues. */
function ownField({ field, error, typed, passes, known }: Parts, name: Unique) {
  return {
    ...field(name),
    error: error(name) ?? known.taken(name, typed[name]),
    onBlur: () => {
      if (typed[name] !== '' && passes(name)) void known.ask(name, typed[name]);
    },
  };
}

function Free() {
  const { t } = useTranslation('pass');
  return <Check role="img" aria-label={t('available')} className="size-icon text-info" />;
}
