import {
  type KeyBook,
  type KeyRight,
  isKeyNetwork,
  keyBooks,
  keyNamePattern,
  keyNetworksMax,
  keyRights,
  keyTermFits,
} from '@assay/contract/vocabulary/api-keys.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { setAndSee } from '../../../shared/client/setting.ts';
import { useForm } from '../../../shared/form.ts';
import { toOwnerOnce } from '../../../shared/told-once.tsx';
import { useWhileHere } from '../../../shared/while-here.ts';
import { Field, Input, bareInput, controlBox } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { ProofFields } from '../proof/proof-fields.tsx';
import { useSecurity } from '../security-data.ts';
import { SecurityStep } from '../security-step.tsx';
import { useTakeOverKeys } from './keys-data.ts';
import { type Made, ShownOnce } from './shown-once.tsx';

const terms = ['30', '90', '365'] as const;
type Signs = 'secret' | 'publicKey';

const networksOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter((one) => one !== '');

interface Typed {
  name: string;
  right: KeyRight;
  book: KeyBook;
  networks: string;
  days: (typeof terms)[number];
  signs: Signs;
  publicKey: string;
  password: string;
  otp: string;
}

interface MakeProps {
  /** Of this key, in the order in which they were made. */
  number: number;
  onClose(): void;
}

/** Makes a key, by password and code; its secret is then shown, on whichever page the user is by then. */
export function MakeKey({ number, onClose }: MakeProps) {
  const { t } = useTranslation(['keys', 'security', 'pass']);
  const guarded = useSecurity().data?.authenticator === true;
  const form = useKeyForm({ number, guarded, onClose });
  const { typed, change } = form;
  return (
    <SecurityStep
      title={t('keys:makeTitle')}
      text={t('keys:makeText')}
      confirm={t('keys:make')}
      busy={form.busy}
      wrong={form.error('form')}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <Input {...form.field('name')} label={t('keys:name')} maxLength={40} autoComplete="off" dir="auto" />
      <Choice label={t('keys:rightLabel')}>
        {(label) => (
          <Segmented
            label={label}
            value={typed.right}
            onChange={(right) => change('right', right)}
            options={keyRights.map((value) => ({ value, label: t(`keys:right.${value}`) }))}
            className="border border-line"
          />
        )}
      </Choice>
      <Choice label={t('keys:bookLabel')}>
        {(label) => (
          <Segmented
            label={label}
            value={typed.book}
            onChange={(book) => change('book', book)}
            options={keyBooks.map((value) => ({ value, label: t(`keys:book.${value}`) }))}
            className="border border-line"
          />
        )}
      </Choice>
      <Input
        {...form.field('networks')}
        label={t('keys:networks')}
        hint={t('keys:networksHint')}
        placeholder="203.0.113.7, 198.51.100.0/24"
        autoComplete="off"
        dir="ltr"
        className="numbers rtl:[&_input]:text-end"
      />
      <Choice label={t('keys:term')} error={form.error('days')}>
        {(label) => (
          <Segmented
            label={label}
            value={typed.days}
            onChange={(days) => change('days', days)}
            options={terms.map((value) => ({ value, label: t('keys:days', { count: Number(value) }) }))}
            className="border border-line"
          />
        )}
      </Choice>
      <Choice label={t('keys:signsLabel')}>
        {(label) => (
          <Segmented
            label={label}
            value={typed.signs}
            onChange={(signs) => change('signs', signs)}
            options={(['secret', 'publicKey'] as const).map((value) => ({ value, label: t(`keys:signs.${value}`) }))}
            className="border border-line"
          />
        )}
      </Choice>
      {typed.signs === 'publicKey' ? (
        <Field label={t('keys:publicKey')} hint={t('keys:publicKeyHint')} error={form.error('publicKey')}>
          {(wiring) => (
            <div className={controlBox}>
              <textarea
                {...wiring}
                name="publicKey"
                value={typed.publicKey}
                onChange={(event) => change('publicKey', event.target.value)}
                rows={3}
                dir="ltr"
                spellCheck={false}
                autoComplete="off"
                className={`${bareInput} py-s3 font-mono text-caption`}
              />
            </div>
          )}
        </Field>
      ) : null}
      <ProofFields field={form.field} guarded={guarded} />
    </SecurityStep>
  );
}

/** A choice under its label, with its error. */
function Choice({
  label,
  error,
  children,
}: {
  label: string;
  error?: string | undefined;
  children(label: string): React.ReactNode;
}) {
  return (
    <div className="flex flex-col gap-s2">
      <span aria-hidden className="text-caption font-medium text-muted">
        {label}
      </span>
      {children(label)}
      <p role="status" className="text-caption text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}

function useKeyForm({ number, guarded, onClose }: MakeProps & { guarded: boolean }) {
  const { t } = useTranslation(['keys', 'security', 'pass', 'codes']);
  const takeOver = useTakeOverKeys();
  const done = useWhileHere(onClose);
  const first: Typed = {
    name: t('keys:named', { number }),
    right: 'read',
    book: 'demo',
    networks: '',
    days: '90',
    signs: 'secret',
    publicKey: '',
    password: '',
    otp: '',
  };
  return useForm<Typed>({
    values: first,
    check: ({ name, right, networks, days, signs, publicKey, password, otp }) => {
      const from = networksOf(networks);
      return {
        name: keyNamePattern.test(name.trim()) ? undefined : t('codes:11390'),
        networks: from.every(isKeyNetwork) && from.length <= keyNetworksMax ? undefined : t('codes:11387'),
        days: keyTermFits({ right, networks: from, days: Number(days) }) ? undefined : t('codes:11388'),
        publicKey: signs === 'publicKey' && publicKey.trim() === '' ? t('codes:11389') : undefined,
        password: password.trim() === '' ? t('pass:enter.password') : undefined,
        otp: guarded && otp.trim() === '' ? t('security:authenticator.enterCode') : undefined,
      };
    },
    send: async ({ name, right, book, networks, days, signs, publicKey, password, otp }) => {
      const tell = toOwnerOnce();
      const known = new Set((await call(calls.user.apiKeys, {})).map(({ id }) => id));
      await setAndSee<Made>({
        send: () =>
          call(calls.user.makeApiKey, {
            name: name.trim(),
            right,
            book,
            networks: networksOf(networks),
            days: Number(days),
            password,
            ...(signs === 'publicKey' && { publicKey }),
            ...(guarded && { otp }),
          }),
        // The secret is shown once: if lost, a new key is made.
        look: async () => {
          const keys = await call(calls.user.apiKeys, {});
          return { keys, key: keys.find(({ id }) => !known.has(id)), secret: undefined };
        },
        stands: ({ key }) => key !== undefined,
        show: (made) => {
          takeOver(made.keys);
          if (made.key === undefined) return;
          if (made.secret === undefined && made.key.signs === 'secret')
            toast({ kind: 'error', title: t('keys:lost', { name: made.key.name }) });
          else tell((stored) => <ShownOnce made={made} onStored={stored} />);
          done();
        },
      });
    },
    fieldOf: ({ code }) => (code === '10004' || !guarded ? 'password' : 'otp'),
  });
}
