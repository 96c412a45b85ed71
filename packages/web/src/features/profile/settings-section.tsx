import { inARow } from '@assay/contract/sentences.ts';
import { languageNames, languages, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../shared/client/language.ts';
import { useSession } from '../../shared/client/session.ts';
import { type Pair, pairs, themes, usePreferences, usualPair } from '../../shared/preferences.ts';
import { Approximate } from '../../shared/trading/approximate.tsx';
import { useDisplayCurrencies } from '../../shared/trading/display-currency.ts';
import { useFormat } from '../../shared/words/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Protection } from './protection/protection.tsx';

/** Language, looks, habits and protections. Looks and habits stay on this device; protections hold everywhere. */
export function SettingsSection() {
  const { t } = useTranslation(['profile', 'limits', 'codes']);
  return (
    <>
      <h1 className="sr-only">{t('section.settings')}</h1>
      <Looks />
      <Confirmations />
      <Protection />
      <Notifications />
    </>
  );
}

const settings = 'flex flex-col divide-y divide-line px-s5 pb-s2 [&>*]:py-s5';

function Looks() {
  const { t } = useTranslation('profile');
  const words = useTranslation('limits').t;
  const { theme, pair, set } = usePreferences();
  const language = useSession((session) => session.language);
  return (
    <Panel title={words('settings.appearance')}>
      <div className={settings}>
        <div>
          <Select
            label={t('settings.language')}
            value={language}
            onChange={chooseLanguage}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
            className="max-w-[max(3.6rem,280px)]"
          />
        </div>
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
          <div role="radiogroup" aria-label={t('settings.colours')} className="grid gap-s3 desktop:grid-cols-2">
            {([null, ...pairs] as const).map((value) => (
              <PairChoice key={value} value={value} chosen={value === pair} onChoose={() => set({ pair: value })} />
            ))}
          </div>
          <p className="text-caption text-muted">{t('settings.pairText')}</p>
        </Setting>
        <CurrencyChoice />
      </div>
    </Panel>
  );
}

function CurrencyChoice() {
  const { t } = useTranslation('limits');
  const language = useSession((session) => session.language);
  const { currency, set } = usePreferences();
  const currencies = useDisplayCurrencies();
  const format = useFormat();
  const names = new Intl.DisplayNames(localeTags[language], { type: 'currency' });
  const none = 'none' as const;
  return (
    <div className="flex flex-col gap-s2">
      <Select
        label={t('settings.currency')}
        value={currency ?? none}
        onChange={(next) => set({ currency: next === none ? null : next })}
        options={[
          { value: none, label: t('settings.currencyNone') },
          ...currencies.map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` })),
        ]}
        className="max-w-[max(3.6rem,280px)]"
      />
      <p className="text-caption text-muted">{t('settings.currencyText')}</p>
      {currency === null ? null : (
        <p dir="ltr" className="numbers text-caption rtl:text-end">
          {format.amount('1000')} USDT <Approximate usdt="1000" className="text-muted" />
        </p>
      )}
    </div>
  );
}

function Confirmations() {
  const { t } = useTranslation('profile');
  const words = useTranslation('limits').t;
  const { confirmContracts, confirmOptions, confirmSpot, set } = usePreferences();
  return (
    <Panel title={words('settings.confirmations')}>
      <div className="flex flex-col gap-s4 p-s5 pt-s3">
        <p className="text-caption text-muted">{inARow(t('settings.confirmText'), words('settings.confirmAlways'))}</p>
        <Switch label={t('settings.confirm')} checked={confirmContracts} onChange={(next) => set({ confirmContracts: next })} />
        <Switch
          label={words('settings.confirmOptions')}
          checked={confirmOptions}
          onChange={(next) => set({ confirmOptions: next })}
        />
        <Switch label={words('settings.confirmSpot')} checked={confirmSpot} onChange={(next) => set({ confirmSpot: next })} />
      </div>
    </Panel>
  );
}

/** Notification preferences are chosen where notifications are shown. */
function Notifications() {
  const { t } = useTranslation('limits');
  return (
    <Panel title={t('settings.notifications')}>
      <div className="flex flex-wrap items-center justify-between gap-s4 p-s5 pt-s3">
        <p className="text-caption text-muted">{t('settings.notificationsText')}</p>
        <ButtonLink to="/profile/notification" size="small">
          {t('settings.notificationsLink')}
        </ButtonLink>
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

function PairChoice({ value, chosen, onChoose }: { value: Pair | null; chosen: boolean; onChoose(): void }) {
  const { t } = useTranslation('profile');
  const language = useSession((session) => session.language);
  const [rise, fall] = samples[value ?? usualPair(language)];
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
      {t(`settings.pair.${value ?? 'language'}`)}
    </label>
  );
}
