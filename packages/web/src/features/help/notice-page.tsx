import { Megaphone, Newspaper } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { detailPath } from '../../shared/client/queries.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Page } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { excerptOf } from './reading.ts';
import { useTextsOf } from './use-texts.ts';

const kinds = {
  notice: { type: 5, icon: Megaphone },
  news: { type: 6, icon: Newspaper },
} as const;
type Kind = keyof typeof kinds;

/** Notices of the operator, and beside them what is new and how the products work. */
export function NoticePage() {
  const { t } = useTranslation('help');
  useTitle(t('notice.title'));
  const [params, setParams] = useSearchParams();
  const kind: Kind = params.get('tab') === 'news' ? 'news' : 'notice';
  return (
    <Page className="flex flex-col gap-s5 py-s7 mobile:py-s5">
      <header className="flex flex-col gap-s2">
        <h1 className="text-title font-semibold tracking-[-0.01em]">{t('notice.title')}</h1>
        <p className="max-w-[max(8.4rem,320px)] text-muted">{t('notice.lead')}</p>
      </header>
      <Tabs<Kind>
        label={t('notice.title')}
        value={kind}
        onChange={(next) => setParams(next === 'notice' ? {} : { tab: next }, { replace: true })}
        className="flex flex-col gap-s5"
        items={[
          { value: 'notice', label: t('notice.notices'), content: <List kind="notice" /> },
          { value: 'news', label: t('notice.news'), content: <List kind="news" /> },
        ]}
      />
    </Page>
  );
}

function List({ kind }: { kind: Kind }) {
  const { t } = useTranslation('help');
  const format = useFormat();
  const { type, icon: Icon } = kinds[kind];
  const texts = useTextsOf(type);
  if (texts.data === undefined) {
    if (texts.isError) return <ErrorState error={texts.error} onRetry={() => void texts.refetch()} />;
    return <SkeletonRows rows={4} />;
  }
  if (texts.data.length === 0) return <EmptyState kind="nothing" title={t('notice.noneTitle')} text={t('notice.noneText')} />;
  return (
    <ul className="grid gap-s4 wide:grid-cols-2">
      {texts.data.map((content) => (
        <li key={content.id} className="flex">
          <Link
            to={detailPath(content)}
            className="flex flex-1 items-start gap-s4 rounded-large border border-line bg-surface-1 p-s5 transition-quick hover:border-line-strong"
          >
            <span className="rounded-middle bg-accent-soft p-s3 text-accent">
              <Icon aria-hidden className="size-icon" />
            </span>
            <span className="flex min-w-0 flex-col gap-s1">
              <span className="text-caption text-muted">{format.date(content.publishedAt)}</span>
              <span className="font-semibold text-balance">{content.title}</span>
              <span className="line-clamp-2 text-muted">{excerptOf(content.body, '')}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
