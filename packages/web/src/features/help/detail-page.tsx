import { ApiRefusal } from '@assay/contract/client.ts';
import { ChevronLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { detailPath, useContents } from '../../shared/client/queries.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useTitle } from '../../shared/words/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { Page } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { anchorOf, headingsOf } from './reading.ts';
import { useScrollToHash } from './scroll-to-hash.ts';
import { TextNodes } from './text-nodes.tsx';
import { type Text, useText } from './use-texts.ts';

/** A published text: `?id=` names it, `&title=` says what the link promised until it is there. */
export function DetailPage() {
  const { t } = useTranslation('help');
  const [params] = useSearchParams();
  const text = useText(params.get('id') ?? '');
  const missing = text.error instanceof ApiRefusal || (params.get('id') ?? '') === '';
  const title = missing ? t('detail.missingTitle') : (text.data?.title ?? params.get('title') ?? t('detail.title'));
  useTitle(title);
  useScrollToHash(text.data !== undefined);
  if (missing)
    return (
      <EmptyState
        kind="noMatch"
        title={title}
        text={t('detail.missingText')}
        action={<ButtonLink to="/help">{t('detail.toHelp')}</ButtonLink>}
        className="flex-1 justify-center"
      />
    );
  return (
    <Page className="grid items-start gap-s7 py-s7 mobile:py-s5 wide:grid-cols-[max(2.6rem,200px)_minmax(0,8rem)] wide:justify-center">
      {isMobile || text.data === undefined ? <span className="max-wide:hidden mobile:hidden" /> : <Aside text={text.data} />}
      <article className="flex min-w-0 flex-col gap-s5">
        <Header title={title} text={text.data} />
        {text.data !== undefined ? (
          <TextNodes nodes={text.data.nodes} />
        ) : text.isError ? (
          <ErrorState error={text.error} onRetry={() => void text.refetch()} />
        ) : (
          <Lines />
        )}
      </article>
    </Page>
  );
}

function Header({ title, text }: { title: string; text: Text | undefined }) {
  const { t } = useTranslation('help');
  const format = useFormat();
  return (
    <header className="flex flex-col gap-s3 border-b border-line pb-s5">
      <Link
        to={text !== undefined && text.type >= 5 && text.topic !== 'guide' ? '/help/notice' : '/help'}
        className="-ms-[0.2em] flex min-h-control-small items-center gap-s1 self-start rounded-small text-muted hover:text-text"
      >
        <ChevronLeft aria-hidden className="size-icon rtl:-scale-x-100" />
        {text !== undefined && text.type >= 5 && text.topic !== 'guide' ? t('notice.title') : t('title')}
      </Link>
      <h1 className="text-title font-semibold tracking-[-0.01em] text-balance">{title}</h1>
      <p className="text-caption text-muted">
        {text === undefined ? (
          <Skeleton className="h-[1.4em] w-[12em]" />
        ) : (
          t('detail.published', { date: format.date(text.publishedAt) })
        )}
      </p>
    </header>
  );
}

/** The parts of this text, and what else there is of its kind. */
function Aside({ text }: { text: Text }) {
  const { t } = useTranslation('help');
  const { data: contents = [] } = useContents();
  const headings = headingsOf(text.body);
  const siblings = contents.filter(({ type, topic }) => type === text.type && topic === text.topic);
  const entry = 'block border-s-2 py-s2 ps-s4 transition-quick hover:text-text';
  return (
    <aside className="sticky top-[calc(var(--bar-height)+var(--step-6))] flex flex-col gap-s6 max-wide:hidden">
      {headings.length < 2 ? null : (
        <nav aria-label={t('detail.onThisPage')} className="flex flex-col gap-s2">
          <h2 className="text-caption font-medium text-muted">{t('detail.onThisPage')}</h2>
          {headings.map((heading) => (
            <Link
              key={heading}
              to={{ search: window.location.search, hash: anchorOf(heading) }}
              className={cx(entry, 'border-line text-muted')}
            >
              {heading}
            </Link>
          ))}
        </nav>
      )}
      {siblings.length < 2 ? null : (
        <nav aria-label={t('detail.more')} className="flex flex-col gap-s2">
          <h2 className="text-caption font-medium text-muted">{t('detail.more')}</h2>
          {siblings.map((content) => (
            <Link
              key={content.id}
              to={detailPath(content)}
              aria-current={content.id === text.id ? 'page' : undefined}
              className={cx(entry, content.id === text.id ? 'border-accent font-medium' : 'border-line text-muted')}
            >
              {content.title}
            </Link>
          ))}
        </nav>
      )}
    </aside>
  );
}

function Lines() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('state.loading')} className="flex flex-col gap-s4">
      {['w-full', 'w-11/12', 'w-full', 'w-9/12', 'w-10/12', 'w-6/12'].map((width, line) => (
        <Skeleton key={line} className={cx('h-[1.1em]', width)} />
      ))}
    </div>
  );
}
