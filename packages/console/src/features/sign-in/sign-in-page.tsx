import { ApiRefusal } from '@assay/contract/client.ts';
import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Alert, Box, Button, Paper, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useLogin } from 'react-admin';
import { call } from '../../shared/client/api.ts';
import { useWords } from '../../shared/words/words.ts';
import { Brand } from '../../ui/brand.tsx';
import { Code } from '../../ui/code.tsx';
import { LanguageAndTheme } from '../../ui/language-and-theme.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

type Answer = DeskResult<typeof consoleCalls.session.signIn>;
const titles = {
  password: 'signIn.title',
  first: 'signIn.firstTitle',
  code: 'signIn.title',
  enrol: 'signIn.enrolTitle',
} as const;
type Step = { at: 'password' } | { at: 'first' } | { at: 'code' } | { at: 'enrol'; secret: string; uri: string };

/** Password, then authenticator. The first time, a one-time password ends in an authenticator and a password of one's own. */
export function SignInPage() {
  const say = useWords();
  const login = useLogin();
  const [step, setStep] = useState<Step>({ at: 'password' });
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const ask = async (question: () => Promise<Answer>) => {
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await question();
      if (answer.state === 'enrolling') setStep({ at: 'enrol', secret: answer.secret, uri: answer.uri });
      else await login({ token: answer.token, operator: answer.operator });
    } catch (error) {
      setRefusal(error instanceof ApiRefusal ? error.message : say('frame.noAnswer'));
    } finally {
      setBusy(false);
    }
  };
  const back = () => {
    setRefusal(null);
    setPassword('');
    setStep({ at: 'password' });
  };
  const { signIn, enrol } = consoleCalls.session;

  return (
    <Sheet title={say(titles[step.at])}>
      {step.at === 'password' && (
        <Form submit={() => setStep({ at: 'code' })}>
          <Typography color="textSecondary">{say('signIn.lead')}</Typography>
          <TextField
            name="username"
            label={say('signIn.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="username"
            required
          />
          <TextField
            name="password"
            type="password"
            label={say('signIn.password')}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
            required
          />
          <Button type="submit" variant="contained" size="large">
            {say('signIn.next')}
          </Button>
          <Button color="inherit" onClick={() => setStep({ at: 'first' })}>
            {say('signIn.first')}
          </Button>
        </Form>
      )}
      {step.at === 'first' && (
        <FirstForm
          name={name}
          setName={setName}
          busy={busy}
          refusal={refusal}
          submit={(oneTime) => {
            setPassword(oneTime);
            return ask(() => call(signIn, { name, password: oneTime }));
          }}
        >
          <Back go={back} />
        </FirstForm>
      )}
      {step.at === 'code' && (
        <CodeForm
          lead={say('signIn.codeLead', { name })}
          busy={busy}
          refusal={refusal}
          submit={(otp) => ask(() => call(signIn, { name, password, otp }))}
        >
          <Back go={back} />
        </CodeForm>
      )}
      {step.at === 'enrol' && (
        <EnrolForm
          {...step}
          busy={busy}
          refusal={refusal}
          submit={(newPassword, otp) => ask(() => call(enrol, { name, password, newPassword, otp }))}
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

function Form({ submit, children }: { submit: () => unknown; children: ReactNode }) {
  return (
    <Box
      component="form"
      sx={{ display: 'grid', gap: 2 }}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
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

interface FirstFormProps {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly busy: boolean;
  readonly refusal: string | null;
  readonly submit: (oneTime: string) => Promise<void>;
  readonly children: ReactNode;
}

/** The halves that two administrators have handed over; a password from the command line is whole, and has no second one. */
function FirstForm({ name, setName, busy, refusal, submit, children }: FirstFormProps) {
  const say = useWords();
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const typed = [first, second].map((half) => half.trim()).filter((half) => half !== '');
  return (
    <Form submit={() => submit(typed.join('-'))}>
      <Typography color="textSecondary">{say('signIn.firstLead')}</Typography>
      <TextField
        name="username"
        label={say('signIn.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="username"
        required
      />
      <TextField
        name="first-half"
        label={say('signIn.firstHalf')}
        value={first}
        onChange={(event) => setFirst(event.target.value)}
        autoComplete="off"
        required
      />
      <TextField
        name="second-half"
        label={say('signIn.secondHalf')}
        helperText={say('signIn.secondHalfHint')}
        value={second}
        onChange={(event) => setSecond(event.target.value)}
        autoComplete="off"
      />
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {say('signIn.next')}
      </Button>
      {children}
    </Form>
  );
}

interface CodeFormProps {
  readonly lead: string;
  readonly busy: boolean;
  readonly refusal: string | null;
  readonly submit: (otp: string) => Promise<void>;
  readonly children: ReactNode;
}

function CodeForm({ lead, busy, refusal, submit, children }: CodeFormProps) {
  const say = useWords();
  const [otp, setOtp] = useState('');
  return (
    <Form submit={() => submit(otp)}>
      <Typography color="textSecondary">{lead}</Typography>
      <OtpField value={otp} onChange={setOtp} />
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
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
  readonly busy: boolean;
  readonly refusal: string | null;
  readonly submit: (newPassword: string, otp: string) => Promise<void>;
}

function EnrolForm({ secret, uri, busy, refusal, submit }: EnrolFormProps) {
  const say = useWords();
  const [newPassword, setNewPassword] = useState('');
  const [otp, setOtp] = useState('');
  return (
    <Form submit={() => submit(newPassword, otp)}>
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
        name="new-password"
        type="password"
        label={say('signIn.newPassword')}
        helperText={say('signIn.newPasswordHint')}
        value={newPassword}
        onChange={(event) => setNewPassword(event.target.value)}
        autoComplete="new-password"
        required
      />
      <OtpField value={otp} onChange={setOtp} />
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {say('signIn.enrol')}
      </Button>
    </Form>
  );
}

function OtpField(props: { value: string; onChange: (otp: string) => void }) {
  const say = useWords();
  return (
    <TextField
      name="otp"
      label={say('signIn.code')}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
      autoComplete="one-time-code"
      required
      slotProps={{
        htmlInput: { inputMode: 'numeric', pattern: '[0-9]{6}', sx: { letterSpacing: '0.3em', fontSize: '1.1rem' } },
      }}
    />
  );
}
