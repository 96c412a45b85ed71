import { useTranslation } from 'react-i18next';
import { setAndSee } from '../../../shared/client/setting.ts';
import { PasswordField } from '../../../ui/password/password-field.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { useProof } from '../security-form.ts';
import { SecurityStep } from '../security-step.tsx';

interface RemoveProps<Item extends { readonly id: string }> {
  /** Of what is taken away. */
  id: string;
  title: string;
  text: string;
  confirm: string;
  /** What is said once it is gone, as a message of this kind. */
  done: { readonly id: string; readonly title: string };
  /** Takes it away, and answers what is left. */
  send(password: string): Promise<Item[]>;
  look(): Promise<Item[]>;
  show(left: Item[]): void;
  onClose(): void;
}

/** Takes away what logs in or signs for an account, by its password. */
export function RemoveByPassword<Item extends { readonly id: string }>(props: RemoveProps<Item>) {
  const { id, title, text, confirm, done, send, look, show, onClose } = props;
  const { t } = useTranslation('pass');
  const { field, error, submit, busy } = useProof({ password: t('enter.password') }, 'password', async ({ password }) => {
    await setAndSee({ send: () => send(password), look, stands: (left) => left.every((one) => one.id !== id), show });
    toast({ ...done, kind: 'success' });
    onClose();
  });
  return (
    <SecurityStep
      title={title}
      text={text}
      confirm={confirm}
      look="danger"
      busy={busy}
      wrong={error('form')}
      onClose={onClose}
      onSubmit={submit}
    >
      <PasswordField {...field('password')} label={t('field.password')} autoComplete="current-password" />
    </SecurityStep>
  );
}
