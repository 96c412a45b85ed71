import { ChevronDown, Link2 } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { servicePage } from '../../shared/links.ts';
import { useTitle } from '../../shared/words/title.ts';
import { IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Page } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { matching } from './reading.ts';
import { useHash } from './scroll-to-hash.ts';
import { SearchBox } from './search-box.tsx';
import { TextNodes } from './text-nodes.tsx';
import { type Topic, topicOf, topics } from './topics.ts';
import { type Text, useTextsOf } from './use-texts.ts';

const nameOf = ({ slug, id }: Text) => slug ?? `question-${id}`;

/** All questions by topic, filtered while typing; `#name` opens one of them. */
export function FaqPage() {
  const { t } = useTranslation('help');
  useTitle(t('faq.title'));
  const [query, setQuery] = useState('');
  const questions = useTextsOf(4, 'whole');
  return (
    <Page className="flex flex-col gap-s6 py-s7 mobile:py-s5">
      <header className="flex flex-col gap-s4">
        <h1 className="text-title font-semibold tracking-[-0.01em]">{t('faq.title')}</h1>
        <SearchBox label={t('faq.search')} value={query} onChange={setQuery} className="max-w-[max(6.4rem,480px)]" />
      </header>
      {questions.data !== undefined ? (
        <Questions all={questions.data} query={query} onClear={() => setQuery('')} />
      ) : questions.isError ? (
        <ErrorState error={questions.error} onRetry={() => void questions.refetch()} />
      ) : (
        <SkeletonRows rows={10} />
      )}
    </Page>
  );
}

function Questions({ all, query, onClear }: { all: readonly Text[]; query: string; onClear(): void }) {
  const { t } = useTranslation('help');
  const [topic, setTopic] = useState<Topic | null>(null);
  const found = matching(all, useDeferredValue(query));
  const shown = found.filter((question) => topic === null || topicOf(question) === topic);
  const groups = topics
    .map((name) => ({ name, questions: shown.filter((question) => topicOf(question) === name) }))
    .filter(({ questions }) => questions.length > 0);
  return (
    <>
      <div role="group" aria-label={t('faq.topics')} className="flex flex-wrap gap-s2">
        <Chip chosen={topic === null} onClick={() => setTopic(null)}>
          {t('faq.all')}
        </Chip>
        {topics
          .filter((name) => all.some((question) => topicOf(question) === name))
          .map((name) => (
            <Chip key={name} chosen={topic === name} onClick={() => setTopic(name)}>
              {t(`topic.${name}`)}
            </Chip>
          ))}
      </div>
      <p role="status" className="sr-only">
        {t('faq.count', { count: shown.length })}
      </p>
      {groups.length === 0 ? (
        <EmptyState
          kind="noMatch"
          title={t('faq.noneTitle')}
          text={t('faq.noneText')}
          action={
            <div className="flex flex-wrap justify-center gap-s5">
              <button
                type="button"
                className="min-h-control-small font-medium text-accent"
                onClick={() => {
                  onClear();
                  setTopic(null);
                }}
              >
                {t('faq.showAll')}
              </button>
              <a
                href={servicePage}
                target="_blank"
                rel="noopener"
                className="flex min-h-control-small items-center font-medium text-accent"
              >
                {t('contact.chat')}
              </a>
            </div>
          }
        />
      ) : (
        groups.map(({ name, questions }) => (
          <section
            key={name}
            aria-labelledby={`topic-${name}`}
            className="grid items-start gap-s4 wide:grid-cols-[max(2.6rem,180px)_minmax(0,1fr)]"
          >
            <h2
              id={`topic-${name}`}
              className="text-emphasis font-semibold wide:sticky wide:top-[calc(var(--bar-height)+var(--step-5))] wide:pt-s4"
            >
              {t(`topic.${name}`)}
            </h2>
            <div className="overflow-hidden rounded-large border border-line bg-surface-1 [&>*+*]:border-t">
              {questions.map((question) => (
                <Question key={question.id} question={question} />
              ))}
            </div>
          </section>
        ))
      )}
    </>
  );
}

function Question({ question }: { question: Text }) {
  const { t } = useTranslation('help');
  const name = nameOf(question);
  const named = useHash() === name;
  const [open, setOpen] = useState(named);

  useEffect(() => {
    if (!named) return;
    setOpen(true);
    document.getElementById(name)?.scrollIntoView({ block: 'start' });
  }, [named, name]);

  const copy = async () => {
    const address = `${location.origin}/help/faq#${name}`;
    const copied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    toast({
      id: 'question-link',
      kind: copied ? 'success' : 'info',
      title: copied ? t('faq.copied') : address,
    });
  };

  return (
    <details
      id={name}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group scroll-mt-[calc(var(--bar-height)+var(--step-4))] border-line"
    >
      <summary className="flex min-h-control cursor-pointer list-none items-center justify-between gap-s4 px-s5 py-s4 transition-quick hover:bg-surface-2 focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <span className="font-medium group-open:text-accent">{question.title}</span>
        <ChevronDown aria-hidden className="size-icon shrink-0 text-muted transition-quick group-open:rotate-180" />
      </summary>
      {open ? (
        <div className="flex items-end justify-between gap-s4 px-s5 pb-s5">
          <div className="min-w-0 max-w-[max(8.4rem,560px)]">
            <TextNodes nodes={question.nodes} />
          </div>
          <IconButton label={t('faq.copy')} onClick={() => void copy()} className="-me-s3 -mb-s2">
            <Link2 aria-hidden />
          </IconButton>
        </div>
      ) : null}
    </details>
  );
}
