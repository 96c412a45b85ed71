import { languageNames, languages } from '@assay/contract/vocabulary/languages.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useSession } from '../../shared/client/session.ts';
import { type Pair, pairs, themes, usePreferences } from '../../shared/preferences.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';

/** Language, looks and habits. All of it takes effect at once and stays on this device. */
export function SettingsSection() {
  const { t } = useTranslation('profile');
  const { theme, pair, confirmContracts, set } = usePreferences();
  const language = useSession((session) => session.language);
  return (
    <Panel>
      <div className="flex flex-col divide-y divide-line px-s6 py-s3 mobile:px-s5 [&>*]:py-s5">
        <h1 className="sr-only">{t('section.settings')}</h1>
        <Select
          label={t('settings.language')}
          value={language}
          onChange={(next) => {
            useSession.getState().setLanguage(next);
            // Mails follow; where that fails they keep the language they had, and the page has its own.
            call(calls.user.updateProfile, { language: next }).catch(() => undefined);
          }}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          className="max-w-[max(3.6rem,280px)]"
        />
        <Setting name={t('settings.theme')}>
          <Segmented
            label={t('settings.theme')}
            value={theme}
            onChange={(next) => set({ theme: next })}
            options={themes.map((value) => ({ value, label: t(`settings.${value}`) }))}
            className="max-w-[max(3.6rem,280px)] border border-line"
          />
        </Setting>
        <Setting name={t('settings.colours')}>
          <div role="radiogroup" aria-label={t('settings.colours')} className="grid gap-s3 desktop:grid-cols-3">
            {pairs.map((value) => (
              <PairChoice key={value} value={value} chosen={value === pair} onChoose={() => set({ pair: value })} />
            ))}
          </div>
        </Setting>
        <div>
          <Switch
            label={
              <span className="flex flex-col">
                {t('settings.confirm')}
                <span className="text-caption text-muted">{t('settings.confirmText')}</span>
              </span>
            }
            checked={confirmContracts}
            onChange={(next) => set({ confirmContracts: next })}
          />
        </div>
      </div>
    </Panel>
  );
}

function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-s3">
      <span className="text-caption font-medium text-muted">{name}</span>
      {children}
    </div>
  );
}

const samples: Record<Pair, readonly [string, string]> = {
  'red-up': ['text-[var(--red)]', 'text-[var(--green)]'],
  'green-up': ['text-[var(--green)]', 'text-[var(--red)]'],
  'colour-blind': ['text-[var(--blue)]', 'text-[var(--orange)]'],
};

function PairChoice({ value, chosen, onChoose }: { value: Pair; chosen: boolean; onChoose(): void }) {
  const { t } = useTranslation('profile');
  const [rise, fall] = samples[value];
  return (
    <label
      className={cx(
        'flex min-h-control items-center gap-s3 rounded-middle border px-s4 py-s2 transition-quick has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        chosen ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
      )}
    >
      <input type="radio" name="pair" className="sr-only" checked={chosen} onChange={onChoose} />
      <span aria-hidden className="flex [&>svg]:size-icon">
        <ArrowUp strokeWidth={2.5} className={rise} />
        <ArrowDown strokeWidth={2.5} className={fall} />
      </span>
      {t(`settings.pair.${value}`)}
    </label>
  );
}
