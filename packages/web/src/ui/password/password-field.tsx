import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx.ts';
import { Input } from '../field.tsx';
import { type Judge, loadJudge } from './judge.ts';

const looks = { weak: 'bg-danger', fair: 'bg-warn', good: 'bg-info', strong: 'bg-accent-fill' };
const steps = ['weak', 'fair', 'good', 'strong'] as const;
/** What the server refuses is weak or fair. */
const wordOf = { 0: 'weak', 1: 'weak', 2: 'fair', 3: 'good', 4: 'strong' } as const;

/** How hard a new password is to guess, in four steps and in a word; neither until the judge has come. */
function Strength({ judge, password, own }: { judge: Judge | null; password: string; own: readonly string[] }) {
  const { t } = useTranslation('pass');
  // Judging takes longer than drawing a letter.
  const judged = useDeferredValue(password);
  const word = judge === null ? null : wordOf[judge(judged, own).strength];
  const reached = word === null ? -1 : steps.indexOf(word);
  return (
    <span className="flex items-center gap-s3">
      <span aria-hidden className="grid flex-1 grid-cols-4 gap-s1">
        {steps.map((step, index) => (
          <span
            key={step}
            className={cx(
              'h-[3px] rounded-large transition-quick',
              word !== null && index <= reached ? looks[word] : 'bg-surface-3',
            )}
          />
        ))}
      </span>
      {word === null ? null : (
        <>
          <span className="sr-only">{t('strength.label')}</span>
          {t(`strength.${word}`)}
        </>
      )}
    </span>
  );
}

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  label: string;
  error?: string | undefined;
  aside?: ReactNode;
  /** The password so far, where its strength is to be shown. */
  rated?: string;
  /** What is known of whose it is: that makes no password stronger. */
  own?: readonly string[];
}

/** A password that can be looked at. */
export function PasswordField({ rated, own = [], ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('pass');
  const [shown, setShown] = useState(false);
  const [judge, setJudge] = useState<Judge | null>(null);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Input
      {...rest}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      className="rtl:[&_input]:text-end"
      onFocus={() => {
        if (rated !== undefined) void loadJudge().then((loaded) => setJudge(() => loaded));
      }}
      {...(rated === undefined || rated === '' ? {} : { hint: <Strength judge={judge} password={rated} own={own} /> })}
      end={
        <button
          type="button"
          aria-label={t(shown ? 'hidePassword' : 'showPassword')}
          onClick={() => setShown(!shown)}
          className="-me-s2 inline-flex size-control-small items-center justify-center rounded-small text-muted hover:text-text"
        >
          <Icon aria-hidden className="size-icon" />
        </button>
      }
    />
  );
}
