import { NoAnswer } from '@assay/contract/client.ts';
import { isLanguage, type Language } from '@assay/contract/vocabulary/languages.ts';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { type ReactNode, Suspense, use, useEffect } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { declareLanguage } from '../../shared/words/i18n.ts';
import { textsIn } from '../../shared/words/more-texts.ts';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Composer } from './composer.tsx';
import { speak, synchronise, useConversation } from './conversation.ts';
import { Header } from './header.tsx';
import { LanguageContext } from './language.ts';
import { Messages } from './messages.tsx';
import { useUnread, useUpToDate } from './use-attention.ts';
import { Welcome } from './welcome.tsx';

/** Where a query names no language of ours: English, as the specification opens the chat. */
const fallback: Language = 'en';

/**
 * The service chat in a window of its own. Its language is the query's, and this window's alone: the choice on the site
 * stays what it is.
 */
export function ServicePage() {
  const [params] = useSearchParams();
  const asked = params.get('language') ?? '';
  const language = isLanguage(asked) ? asked : fallback;
  useEffect(() => {
    declareLanguage(language);
    speak(language);
  }, [language]);
  return (
    <Suspense fallback={<SkeletonRows className="mx-auto w-full max-w-[760px] p-s5" />}>
      <Spoken language={language}>
        <Chat />
      </Spoken>
    </Suspense>
  );
}

/** What the window shows and asks for, as far as it can be known before. */
const namespaces = ['common', 'service', 'images', 'codes'];

/** Everything inside speaks this language. */
function Spoken({ language, children }: { language: Language; children: ReactNode }) {
  const texts = use(textsIn(language, namespaces));
  return (
    <I18nextProvider i18n={texts} defaultNS="common">
      <DirectionProvider direction={language === 'ar' ? 'rtl' : 'ltr'}>
        <LanguageContext value={language}>{children}</LanguageContext>
      </DirectionProvider>
    </I18nextProvider>
  );
}

function Chat() {
  const { t } = useTranslation('service');
  const state = useConversation((conversation) => conversation.state);
  const silent = useConversation(({ messages, unsent }) => messages.length + unsent.length === 0);
  useUpToDate();
  const unread = useUnread();
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${t('title')} · Assay`;
  }, [t, unread]);
  return (
    <div className="flex h-dvh justify-center bg-surface-0 desktop:wide:p-s5">
      <main
        id="content"
        tabIndex={-1}
        className="flex min-h-0 w-full max-w-[760px] flex-col overflow-hidden border-line bg-surface-1 outline-none desktop:wide:rounded-large desktop:wide:border desktop:wide:shadow-raised"
      >
        <Header />
        {state === 'starting' ? (
          <SkeletonRows rows={4} className="flex-1 p-s5" />
        ) : state === 'lost' ? (
          <ErrorState error={new NoAnswer('network')} onRetry={() => void synchronise()} className="flex-1 justify-center" />
        ) : silent ? (
          <Welcome />
        ) : (
          <Messages />
        )}
        <Composer />
      </main>
    </div>
  );
}
