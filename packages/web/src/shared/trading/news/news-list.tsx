import type { NewsItem } from '@assay/contract/endpoints/instruments/about.ts';
import { type AssetClass, assetClasses } from '@assay/contract/vocabulary/markets.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { detailPath } from '../../client/queries.ts';
import { useFormat } from '../../words/format.ts';
import { plainText } from '../../words/plain-text.ts';

const isClass = (subject: string): subject is AssetClass => (assetClasses as readonly string[]).includes(subject);
/** Names of its subjects, shown beside a title. */
const namedMax = 4;

/** Notices and news, each with its day and what it is about; a press leads to the whole text. */
export function NewsList({ items, brief = false }: { items: readonly NewsItem[]; brief?: boolean }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.id}>
          <Link to={detailPath(item)} className="flex flex-col gap-[3px] py-s3">
            <span className="flex flex-wrap items-center gap-[8px] text-[12px] text-muted">
              <span>{format.date(item.publishedAt)}</span>
              {item.subjects.slice(0, namedMax).map((subject) => (
                <Badge key={subject}>{isClass(subject) ? t(`news.class.${subject}`) : <bdi dir="ltr">{subject}</bdi>}</Badge>
              ))}
            </span>
            <span className="font-semibold text-balance hover:text-accent">{item.title}</span>
            {brief ? null : <span className="line-clamp-2 text-muted">{plainText(item.beginning)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
