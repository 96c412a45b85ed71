import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { type Pair, usePreferences, usualPair } from '../../../shared/preferences.ts';
import { cx } from '../../../ui/cx.ts';

const offered = ['green-up', 'red-up'] as const satisfies Pair[];

/** Asked once, with the first trade: which colour a rise has. It holds everywhere and on every device. */
export function PairQuestion() {
  const { t } = useTranslation('terminal');
  const name = useId();
  const { pair, set } = usePreferences();
  const language = useSession((session) => session.language);
  const now = pair ?? usualPair(language);
  return (
    <fieldset className="mt-s3 rounded-middle border border-line p-s3">
      <legend className="px-s1 text-caption font-medium">{t('pair.title')}</legend>
      <div className="grid grid-cols-2 gap-s2">
        {offered.map((one) => (
          <label
            key={one}
            className={cx(
              'flex min-h-control-small items-center justify-center gap-s2 rounded-small border px-s2 text-caption has-focus-visible:outline-2 has-focus-visible:outline-accent',
              one === now ? 'border-accent bg-accent-soft font-medium' : 'border-line text-muted',
            )}
          >
            <input type="radio" name={name} className="sr-only" checked={one === now} onChange={() => set({ pair: one })} />
            <Candles
              up={one === 'red-up' ? 'var(--red)' : 'var(--green)'}
              down={one === 'red-up' ? 'var(--green)' : 'var(--red)'}
            />
            {t(one === 'red-up' ? 'pair.red' : 'pair.green')}
          </label>
        ))}
      </div>
      <p className="mt-s2 text-caption text-muted">{t('pair.text')}</p>
    </fieldset>
  );
}

function Candles({ up, down }: { up: string; down: string }) {
  return (
    <svg aria-hidden viewBox="0 0 22 22" className="size-[22px] shrink-0">
      <path d="M6 8v13" stroke={down} strokeWidth={1.5} />
      <rect x={3} y={11} width={6} height={7} rx={1} fill={down} />
      <path d="M16 1v14" stroke={up} strokeWidth={1.5} />
      <rect x={13} y={4} width={6} height={8} rx={1} fill={up} />
    </svg>
  );
}
