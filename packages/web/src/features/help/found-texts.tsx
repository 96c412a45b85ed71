import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailPath } from '../../shared/client/queries.ts';
import { servicePage } from '../../shared/links.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { excerptOf } from './reading.ts';
import { type Text, useFoundTexts } from './use-texts.ts';

const kinds = { 1: 'company', 2: 'policy', 3: 'service', 4: 'question', 5: 'notice', 6: 'news' } as const;

function kindOf({ type, topic }: Text): (typeof kinds)[keyof typeof kinds] | 'guide' {
  if (topic === 'guide') return 'guide';
  return Object.entries(kinds).find(([number]) => Number(number) === type)?.[1] ?? 'service';
}

const pathOf = (text: Text) => (text.type === 4 ? `/help/faq#${text.slug ?? `question-${text.id}`}` : detailPath(text));

/** What a search of the help centre has found, with the place that speaks of it. */
export function FoundTexts({ query }: { query: string }) {
  const { t } = useTranslation('help');
  const found = useFoundTexts(query);
  if (found.data === undefined) {
    if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
    return <SkeletonRows rows={6} />;
  }
  if (found.data.length === 0)
    return (
      <EmptyState
        kind="noMatch"
        title={t('found.noneTitle', { query: query.trim() })}
        text={t('found.noneText')}
        action={
          <a href={servicePage} target="_blank" rel="noopener" className="font-medium text-accent hover:underline">
            {t('contact.chat')}
          </a>
        }
      />
    );
  return (
    <section aria-labelledby="found" className="flex flex-col gap-s4">
      <h2 id="found" role="status" className="text-muted">
        {t('found.count', { count: found.data.length })}
      </h2>
      <ul className="overflow-hidden rounded-large border border-line bg-surface-1 [&>*+*]:border-t">
        {found.data.map((text) => (
          <li key={text.id} className="border-line">
            <Link
              to={pathOf(text)}
              className="flex flex-col gap-s1 px-s5 py-s4 transition-quick hover:bg-surface-2 focus-visible:-outline-offset-2"
            >
              <span className="flex flex-wrap items-baseline gap-x-s3">
                <span className="font-semibold">{text.title}</span>
                <span className="text-caption text-accent">{t(`kind.${kindOf(text)}`)}</span>
              </span>
              <span className="text-muted">{excerptOf(text.body, query)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
