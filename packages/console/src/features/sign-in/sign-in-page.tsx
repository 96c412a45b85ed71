import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { Wrong } from '@assay/contract/form.ts';
import { isNewPassword } from '@assay/contract/vocabulary/credentials.ts';
import { Alert, Box, Button, Paper, TextField, Typography } from '@mui/material';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { call } from '../../shared/client/api.ts';
import { insteadOfOwed, useOwedSignOut } from '../../shared/client/leaving.ts';
import { hasEnded, writeSession } from '../../shared/client/session.ts';
import { useForm } from '../../shared/form.ts';
import { Code } from '../../shared/parts/code.tsx';
import { LanguageAndTheme } from '../../shared/parts/language-and-theme.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Brand } from '../../ui/brand.tsx';
import { Form, FormFault, wiring } from '../../ui/form.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

type Answer = DeskResult<typeof consoleCalls.session.signIn>;
const titles = {
  password: 'signIn.title',
  first: 'signIn.firstTitle',
  code: 'signIn.title',
  enrol: 'signIn.enrolTitle',
} as const;
interface Half {
  readonly name: string;
  readonly password: string;
}
type Step =
  | { at: 'password' | 'first'; name: string }
  | ({ at: 'code' } & Half)
  | ({ at: 'enrol'; secret: string; uri: string } & Half);

/** Password, then authenticator. The first time, a one-time password ends in an authenticator and a password of one's own. */
export function SignInPage() {
  const say = useWords();
  const [step, setStep] = useState<Step>({ at: 'password', name: '' });
  const { signIn, enrol } = consoleCalls.session;
  const take = (answer: Answer, half: Half) => {
    if (answer.state === 'enrolling') setStep({ at: 'enrol', secret: answer.secret, uri: answer.uri, ...half });
    else writeSession({ operator: answer.operator });
  };
  const back = <Back go={() => setStep({ at: 'password', name: step.name })} />;
  return (
    <Sheet title={say(titles[step.at])}>
      {step.at === 'password' && (
        <PasswordForm name={step.name} next={(half) => setStep({ at: 'code', ...half })}>
          <Button color="inherit" onClick={() => setStep({ at: 'first', name: step.name })}>
            {say('signIn.first')}
          </Button>
        </PasswordForm>
      )}
      {step.at === 'first' && (
        <FirstForm name={step.name} submit={async (half) => take(await insteadOfOwed(() => call(signIn, half)), half)}>
          {back}
        </FirstForm>
      )}
      {step.at === 'code' && (
        <CodeForm
          lead={say('signIn.codeLead', { name: step.name })}
          submit={async (otp) =>
            take(await insteadOfOwed(() => call(signIn, { name: step.name, password: step.password, otp })), step)
          }
        >
          {back}
        </CodeForm>
      )}
      {step.at === 'enrol' && (
        <EnrolForm
          {...step}
          submit={async (newPassword, otp) =>
            take(await insteadOfOwed(() => call(enrol, { name: step.name, password: step.password, newPassword, otp })), step)
          }
        />
      )}
    </Sheet>
  );
}

function Sheet({ title, children }: { title: string; children: ReactNode }) {
  const say = useWords();
  return (
    <Box sx={{ minHeight: '100dvh', display: 'grid', gridTemplateRows: 'auto 1fr auto', bgcolor: 'background.default' }}>
      <title>{`${title} · Assay`}</title>
      <Box component="header" sx={{ p: 2, display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <Brand suffix={say('frame.name')} />
        <LanguageAndTheme />
      </Box>
      <Box component="main" sx={{ display: 'grid', placeItems: 'center', px: 2, pb: 6 }}>
        <Paper variant="outlined" sx={{ width: 'min(400px, 100%)', p: 4, borderRadius: 2 }}>
          <Typography variant="h1" sx={{ mb: 1 }}>
            {title}
          </Typography>
          {children}
        </Paper>
      </Box>
      <Typography component="footer" variant="caption" color="textSecondary" sx={{ p: 2, textAlign: 'center' }}>
        {say('signIn.watched')}
      </Typography>
    </Box>
  );
}

function Back({ go }: { go: () => void }) {
  const say = useWords();
  return (
    <Button color="inherit" onClick={go}>
      {say('signIn.back')}
    </Button>
  );
}

interface PasswordFormProps {
  readonly name: string;
  readonly next: (half: Half) => void;
  readonly children: ReactNode;
}

function PasswordForm({ name, next, children }: PasswordFormProps) {
  const say = useWords();
  const missing = useMissing();
  const owed = useOwedSignOut();
  const { field, submit } = useForm({
    values: { name, password: '' },
    check: (typed) => missing(typed, 'name', 'password'),
    send: async (half) => next(half),
  });
  return (
    <Form submit={submit}>
      {hasEnded() ? <Alert severity="info">{say('signIn.ended')}</Alert> : null}
      {owed ? <Alert severity="warning">{say('signIn.owed')}</Alert> : null}
      <Typography color="textSecondary">{say('signIn.lead')}</Typography>
      <NameField {...field('name')} />
      <TextField
        {...wiring(field('password'))}
        type="password"
        label={say('signIn.password')}
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="contained" size="large">
        {say('signIn.next')}
      </Button>
      {children}
    </Form>
  );
}

interface FirstFormProps {
  readonly name: string;
  readonly submit: (half: Half) => Promise<void>;
  readonly children: ReactNode;
}

/** The halves that two administrators have handed over; a password from the command line is whole, and has no second one. */
function FirstForm({ name, submit: send, children }: FirstFormProps) {
  const say = useWords();
  const missing = useMissing();
  const { field, error, submit, busy } = useForm({
    values: { name, first: '', second: '' },
    check: (typed) => missing(typed, 'name', 'first'),
    send: (typed) => {
      const halves = [typed.first, typed.second].map((half) => half.trim()).filter((half) => half !== '');
      return send({ name: typed.name, password: halves.join('-') });
    },
  });
  return (
    <Form submit={submit}>
      <Typography color="textSecondary">{say('signIn.firstLead')}</Typography>
      <NameField {...field('name')} />
      <TextField {...wiring(field('first'))} label={say('signIn.firstHalf')} autoComplete="off" required />
      <TextField
        {...wiring(field('second'), say('signIn.secondHalfHint'))}
        label={say('signIn.secondHalf')}
        autoComplete="off"
      />
      <FormFault text={error('form')} />
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {say('signIn.next')}
      </Button>
      {children}
    </Form>
  );
}

interface CodeFormProps {
  readonly lead: string;
  readonly submit: (otp: string) => Promise<void>;
  readonly children: ReactNode;
}

function CodeForm({ lead, submit: send, children }: CodeFormProps) {
  const say = useWords();
  const wrong = useWrongOtp();
  const { control, error, submit, busy } = useForm({
    values: { otp: '' },
    check: ({ otp }) => wrong(otp),
    send: ({ otp }) => send(otp),
  });
  return (
    <Form submit={submit}>
      <Typography color="textSecondary">{lead}</Typography>
      <OtpField {...control('otp')} />
      <FormFault text={error('form')} />
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {say('signIn.submit')}
      </Button>
      {children}
    </Form>
  );
}

interface EnrolFormProps {
  readonly secret: string;
  readonly uri: string;
  readonly submit: (newPassword: string, otp: string) => Promise<void>;
}

function EnrolForm({ secret, uri, submit: send }: EnrolFormProps) {
  const say = useWords();
  const wrong = useWrongOtp();
  const { field, control, error, submit, busy } = useForm({
    values: { newPassword: '', otp: '' },
    check: ({ newPassword, otp }) => ({
      ...(!isNewPassword(newPassword) && { newPassword: say('codes.11266') }),
      ...wrong(otp),
    }),
    send: ({ newPassword, otp }) => send(newPassword, otp),
  });
  return (
    <Form submit={submit}>
      <Typography color="textSecondary">{say('signIn.enrolLead')}</Typography>
      <Box sx={{ justifySelf: 'center', borderRadius: 2, overflow: 'hidden', lineHeight: 0 }}>
        <QrCode text={uri} label={say('signIn.qr')} />
      </Box>
      <Typography variant="caption" color="textSecondary" component="div">
        {say('signIn.secret')}
        <Box sx={{ color: 'text.primary' }}>
          <Code text={secret} />
        </Box>
      </Typography>
      <TextField
        {...wiring(field('newPassword'), say('signIn.newPasswordHint'))}
        type="password"
        label={say('signIn.newPassword')}
        autoComplete="new-password"
        required
      />
      <OtpField {...control('otp')} />
      <FormFault text={error('form')} />
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {say('signIn.enrol')}
      </Button>
    </Form>
  );
}

/** Fields that were left empty. */
function useMissing(): <V extends Readonly<Record<string, string>>>(typed: V, ...names: (keyof V & string)[]) => Wrong<V> {
  const say = useWords();
  return (typed, ...names) =>
    Object.fromEntries(names.map((name) => [name, typed[name]?.trim() === '' ? say('act.missing') : undefined])) as Wrong<
      typeof typed
    >;
}

function useWrongOtp(): (otp: string) => Wrong<{ otp: string }> {
  const say = useWords();
  return (otp) => (otp.length === 6 ? {} : { otp: say(otp === '' ? 'codes.11021' : 'signIn.sixDigits') });
}

function NameField(props: {
  name: string;
  value: string;
  error: string | undefined;
  onChange: ComponentProps<'input'>['onChange'];
}) {
  const say = useWords();
  return <TextField {...wiring(props)} label={say('signIn.name')} autoComplete="username" required />;
}

function OtpField({
  onChange,
  ...control
}: {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (otp: string) => void;
}) {
  const say = useWords();
  return (
    <TextField
      {...wiring(control)}
      label={say('signIn.code')}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
      autoComplete="one-time-code"
      required
      slotProps={{ htmlInput: { inputMode: 'numeric', sx: { letterSpacing: '0.3em', fontSize: '1.1rem' } } }}
    />
  );
}
