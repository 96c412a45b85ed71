import {
  BookOpen,
  ChartCandlestick,
  ChartNoAxesCombined,
  Coins,
  Gem,
  GraduationCap,
  HandCoins,
  Headset,
  type LucideIcon,
  MessageSquareWarning,
  Split,
  Timer,
  UserPlus,
  Wallet,
} from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailPath, useContents } from '../../shared/client/queries.ts';
import { servicePage } from '../../shared/links.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Page, Panel } from '../../ui/panel.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { AppSection } from './app-section.tsx';
import { FoundTexts } from './found-texts.tsx';
import { useScrollToHash } from './scroll-to-hash.ts';
import { SearchBox } from './search-box.tsx';
import { topicOf, topics } from './topics.ts';

/** The help centre: one search over everything that is written, and the ways into it. */
export function HelpPage() {
  const { t } = useTranslation('help');
  useTitle(t('title'));
  const contents = useContents();
  useScrollToHash(contents.data !== undefined);
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query);
  return (
    <>
      <div className="border-b border-line bg-[radial-gradient(60%_140%_at_50%_0%,var(--accent-soft),transparent_65%)]">
        <Page className="flex flex-col items-center gap-s4 py-s8 text-center mobile:py-s6">
          <h1 className="text-hero font-semibold tracking-[-0.025em] text-balance mobile:text-title">{t('title')}</h1>
          <p className="max-w-[max(7.2rem,320px)] text-muted">{t('lead')}</p>
          <SearchBox
            label={t('search')}
            value={query}
            onChange={setQuery}
            className="mt-s3 max-w-[max(7.2rem,560px)] text-start"
          />
        </Page>
      </div>
      <Page className="flex flex-col gap-s7 py-s7 mobile:gap-s6 mobile:py-s5">
        {query.trim() !== '' ? (
          <FoundTexts query={asked} />
        ) : contents.data === undefined && contents.isError ? (
          <ErrorState error={contents.error} onRetry={() => void contents.refetch()} />
        ) : (
          <>
            <Topics />
            <Guides />
            <News />
            <AppSection />
          </>
        )}
      </Page>
    </>
  );
}

const sectionTitle = 'text-emphasis font-semibold tracking-[-0.01em]';
const card =
  'flex flex-1 items-start gap-s4 rounded-large border border-line bg-surface-1 p-s5 text-start transition-quick hover:border-line-strong hover:bg-surface-2';

/** The most asked of each topic, with the topic's page behind it. */
function Topics() {
  const { t } = useTranslation('help');
  const { data: contents } = useContents();
  const questions = contents?.filter(({ type }) => type === 4);
  return (
    <section aria-labelledby="help-topics" className="flex flex-col gap-s4">
      <header className="flex items-baseline justify-between gap-s4">
        <h2 id="help-topics" className={sectionTitle}>
          {t('faq.title')}
        </h2>
        <Link to="/help/faq" className="rounded-small py-s1 font-medium text-accent hover:underline">
          {t('faq.all')}
        </Link>
      </header>
      {questions === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <div className="grid gap-s4 wide:grid-cols-3">
          {topics
            .map((name) => ({ name, asked: questions.filter((question) => topicOf(question) === name) }))
            .filter(({ asked }) => asked.length > 0)
            .map(({ name, asked }) => (
              <Panel key={name} className="p-s5">
                <h3 className="mb-s3 font-semibold">{t(`topic.${name}`)}</h3>
                <ul className="flex flex-col">
                  {asked.slice(0, 4).map((question) => (
                    <li key={question.id}>
                      <Link
                        to={`/help/faq#${question.slug ?? `question-${question.id}`}`}
                        className="block rounded-small py-s2 text-muted transition-quick hover:text-text mobile:py-s3"
                      >
                        {question.title}
                      </Link>
                    </li>
                  ))}
                </ul>
              </Panel>
            ))}
          <Contact />
        </div>
      )}
    </section>
  );
}

const guideIcons: Readonly<Record<string, LucideIcon>> = {
  'guide-contracts': ChartCandlestick,
  'guide-options': Timer,
  'guide-spot': Coins,
  'guide-splits-dividends': Split,
  'guide-plans': ChartNoAxesCombined,
  'guide-loans': HandCoins,
  'guide-auctions': Gem,
  'guide-deposits-withdrawals': Wallet,
  'guide-invite': UserPlus,
  'lecturers-hall': GraduationCap,
};

function Guides() {
  const { t } = useTranslation('help');
  const { data: contents = [] } = useContents();
  const guides = contents.filter(({ type, topic }) => type === 6 && topic === 'guide');
  if (guides.length === 0) return null;
  return (
    <section
      id="guides"
      aria-labelledby="help-guides"
      className="flex scroll-mt-[calc(var(--bar-height)+var(--step-5))] flex-col gap-s4"
    >
      <h2 id="help-guides" className={sectionTitle}>
        {t('guides')}
      </h2>
      <ul className="grid grid-cols-2 gap-s4 wide:grid-cols-4">
        {guides.map((guide) => {
          const Icon = guideIcons[guide.slug ?? ''] ?? BookOpen;
          return (
            <li key={guide.id} className="flex min-w-0">
              <Link to={detailPath(guide)} className={`${card} min-w-0 flex-col mobile:p-s4`}>
                <span className="rounded-middle bg-accent-soft p-s3 text-accent">
                  <Icon aria-hidden className="size-icon" />
                </span>
                <span className="w-full font-medium wrap-anywhere hyphens-auto">{guide.title}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The newest notices and news. */
function News() {
  const { t } = useTranslation('help');
  const format = useFormat();
  const { data: contents = [] } = useContents();
  const lists = [
    { title: t('notice.notices'), to: '/help/notice', items: contents.filter(({ type }) => type === 5) },
    {
      title: t('notice.news'),
      to: '/help/notice?tab=news',
      items: contents.filter(({ type, topic }) => type === 6 && topic !== 'guide'),
    },
  ].filter(({ items }) => items.length > 0);
  return (
    <div className="grid items-start gap-s5 wide:grid-cols-2">
      {lists.map(({ title, to, items }) => (
        <Panel
          key={to}
          title={title}
          action={
            <Link to={to} className="-mx-s2 rounded-small px-s2 py-s1 font-medium text-accent hover:underline">
              {t('notice.all')}
            </Link>
          }
        >
          <ul className="px-s5 py-s3 [&>*+*]:border-t">
            {items.slice(0, 4).map((content) => (
              <li key={content.id} className="border-line">
                <Link
                  to={detailPath(content)}
                  className="flex items-baseline justify-between gap-s4 rounded-small py-s3 transition-quick hover:text-accent"
                >
                  <span>{content.title}</span>
                  <span className="shrink-0 text-caption text-muted">{format.date(content.publishedAt)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  );
}

/** Beside the questions: whom to contact about others. */
function Contact() {
  const { t } = useTranslation('help');
  const { data: contents = [] } = useContents();
  const complaints = contents.find(({ slug }) => slug === 'complaints');
  const way = 'flex items-start gap-s4 rounded-middle py-s2 transition-quick hover:text-accent';
  const words = (title: string, text: string) => (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium">{title}</span>
      <span className="text-caption text-muted">{text}</span>
    </span>
  );
  return (
    <Panel className="bg-[linear-gradient(120deg,var(--accent-soft),transparent_70%)] p-s5">
      <h3 className="mb-s3 font-semibold">{t('contact.title')}</h3>
      <a href={servicePage} target="_blank" rel="noopener" className={way}>
        <Headset aria-hidden className="mt-[0.15em] size-icon shrink-0 text-accent" />
        {words(t('contact.chat'), t('contact.chatText'))}
      </a>
      {complaints === undefined ? null : (
        <Link to={detailPath(complaints)} className={way}>
          <MessageSquareWarning aria-hidden className="mt-[0.15em] size-icon shrink-0 text-accent" />
          {words(complaints.title, t('contact.complaintText'))}
        </Link>
      )}
    </Panel>
  );
}
