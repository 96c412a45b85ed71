import type { Agreement } from '@assay/domain/loans/agreement.ts';
import { useTranslation } from 'react-i18next';
import { Figures } from '../../../ui/figures.tsx';

/** An agreement as a page of paper: its figures first, then its clauses. */
export function AgreementText({ agreement }: { agreement: Agreement }) {
  const { t } = useTranslation('loan');
  const { title, version, preamble, figures, clauses, closing } = agreement;
  return (
    <article className="flex flex-col gap-s4">
      <header>
        <h3 className="text-emphasis font-semibold">{title}</h3>
        <p className="text-caption text-muted">{t('sign.version', { version })}</p>
      </header>
      <p>{preamble}</p>
      <Figures
        className="rounded-middle border border-line bg-surface-0 px-s4"
        figures={figures.map((figure) => ({ ...figure, strong: true }))}
      />
      <ol className="flex flex-col gap-s4">
        {clauses.map((clause, place) => (
          <li key={clause.title}>
            <h4 className="font-semibold">{`${place + 1}. ${clause.title}`}</h4>
            {clause.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-s1 text-muted">
                {paragraph}
              </p>
            ))}
          </li>
        ))}
      </ol>
      <p className="font-medium">{closing}</p>
    </article>
  );
}
