import { followed } from '@assay/contract/sentences.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailPath, useContents } from '../../shared/client/queries.ts';

const slugs = ['terms-of-use', 'privacy-policy'];

/** What is accepted with the account, each a press away in a window of its own: what was entered stays. */
export function AcceptedTerms() {
  const { t } = useTranslation(['pass', 'common']);
  const { data: contents = [] } = useContents();
  const texts = slugs.flatMap((slug) => contents.find((content) => content.slug === slug) ?? []);
  return (
    <p className="text-caption text-muted">
      {followed(t('pass:register.terms'))}
      {texts.map((text, place) => (
        <span key={text.id}>
          {place === 0 ? null : ' · '}
          <Link
            to={detailPath(text)}
            target="_blank"
            aria-label={`${text.title} (${t('common:action.opensNewWindow')})`}
            className="text-accent underline underline-offset-2"
          >
            {text.title}
          </Link>
        </span>
      ))}
    </p>
  );
}
