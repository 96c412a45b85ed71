import type { OfficeHours } from '@assay/contract/endpoints/support.ts';
import { languageNames, languages, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { useQuery } from '@tanstack/react-query';
import { Globe, Headset, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useSession } from '../../shared/client/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/menu.tsx';
import { useConversation } from './conversation.ts';
import { isolated, useWindowFormat, useWindowLanguage } from './language.ts';

/** Asked anew now and then, so that a window that stays open does not promise yesterday's hours. */
const hoursMs = 60_000;

/** What is known of the office: from the conversation, or asked by itself before there is one. */
function useOffice(): OfficeHours | undefined {
  const known = useConversation(({ standing }) => standing?.office);
  const { data } = useQuery({
    queryKey: ['support-hours'],
    queryFn: ({ signal }) => call(calls.user.supportHours, {}, { signal }),
    refetchInterval: hoursMs,
    enabled: known === undefined,
  });
  return known ?? data;
}

/** Who answers, whether an operator is there, and what happens with a message if not. */
export function Header() {
  const { t } = useTranslation('service');
  const office = useOffice();
  const operator = useConversation(({ standing }) => standing?.operator ?? null);
  const reachable = useConversation((conversation) => conversation.reachable);
  const waitsForOwner = useConversation((conversation) => conversation.waitsForOwner);
  return (
    <header className="shrink-0 border-b border-line">
      <div className="flex items-center gap-s4 px-s5 py-s4 mobile:px-s4">
        <span className="relative inline-flex shrink-0 rounded-middle bg-accent-soft p-s3 text-accent">
          <Headset aria-hidden strokeWidth={1.75} className="size-icon-large" />
          <span
            aria-hidden
            className={cx(
              'absolute -end-[3px] -bottom-[3px] size-[12px] rounded-full border-2 border-surface-1',
              office?.open === true || operator !== null ? 'bg-[var(--green)]' : 'bg-line-strong',
            )}
          />
        </span>
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-emphasis font-semibold tracking-[-0.01em]">{t('title')}</h1>
          <p className="truncate text-caption text-muted">
            {operator !== null ? t('answering', { operator: isolated(operator) }) : <Hours office={office} />}
          </p>
        </div>
        <LanguageChoice />
      </div>
      {waitsForOwner ? (
        <Trouble text={t('ended')} />
      ) : !reachable ? (
        <Trouble text={t('offline')} />
      ) : operator === null ? (
        <AwayNote office={office} />
      ) : null}
    </header>
  );
}

function Hours({ office }: { office: OfficeHours | undefined }) {
  const { t } = useTranslation('service');
  const format = useWindowFormat();
  if (office === undefined) return <>&nbsp;</>;
  const time = format.dateTime(office.changesAt);
  if (office.open) return <>{office.changesAt === null ? t('always') : t('openUntil', { time })}</>;
  return <>{office.changesAt === null ? t('closed') : t('opensAt', { time })}</>;
}

/** Outside of the hours no operator is promised: messages are kept, and reachable users are notified of the answer. */
function AwayNote({ office }: { office: OfficeHours | undefined }) {
  const { t } = useTranslation('service');
  const isLogin = useSession((session) => session.isLogin);
  if (office?.open !== false) return null;
  return (
    <p role="note" className="border-t border-line bg-surface-2 px-s5 py-s3 text-caption text-muted mobile:px-s4">
      {t(isLogin ? 'away.customer' : 'away.visitor')}
    </p>
  );
}

function Trouble({ text }: { text: string }) {
  return (
    <p
      role="status"
      className="flex items-center gap-s3 border-t border-line bg-warn-soft px-s5 py-s3 text-caption text-warn mobile:px-s4"
    >
      <WifiOff aria-hidden className="size-icon shrink-0" />
      {text}
    </p>
  );
}

function LanguageChoice() {
  const { t } = useTranslation('common');
  const current = useWindowLanguage();
  const [params, setParams] = useSearchParams();
  return (
    <Menu
      label={t('nav.language')}
      items={languages.map((language) => ({
        key: language,
        label: languageNames[language],
        lang: localeTags[language],
        chosen: language === current,
        onSelect: () => setParams({ ...Object.fromEntries(params), language }, { replace: true }),
      }))}
      trigger={
        <IconButton label={t('nav.language')}>
          <Globe aria-hidden />
        </IconButton>
      }
    />
  );
}
