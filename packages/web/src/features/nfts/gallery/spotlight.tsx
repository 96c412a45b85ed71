import type { Nft } from '@assay/contract/endpoints/nfts.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../shared/words/money.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Art } from '../art.tsx';
import { Meaning } from '../meaning.tsx';
import { Remaining, useRemainingLabel } from '../remaining.tsx';
import { pathOf, usePrice } from './piece-card.tsx';

/** The auction that ends next, large enough to be looked at. */
export function Spotlight({ piece }: { piece: Nft }) {
  const { t } = useTranslation('nfts');
  const price = usePrice()(piece);
  const label = useRemainingLabel()(piece);
  return (
    <section
      aria-label={t('spotlight.title')}
      className="grid overflow-hidden rounded-large border border-line bg-surface-1 desktop:grid-cols-[max(4.6rem,300px)_minmax(0,1fr)]"
    >
      <Art src={piece.image} eager />
      <div className="flex flex-col justify-center gap-s5 p-s6 mobile:gap-s4 mobile:p-s5">
        <div className="flex flex-col items-start gap-s2">
          <Badge tone="accent">{t('spotlight.title')}</Badge>
          <h2 className="text-title font-semibold tracking-[-0.01em]">
            <bdi>{piece.title}</bdi>
          </h2>
          <Meaning of={piece} />
          <p className="text-muted">
            <bdi>{piece.creator}</bdi>
          </p>
        </div>
        <p className="max-w-[max(6rem,300px)] text-muted mobile:hidden">{t(`story.${piece.style}`)}</p>
        <dl className="flex flex-wrap gap-x-s7 gap-y-s4">
          <Figure name={price.name}>
            <Money value={price.value} />
          </Figure>
          <Figure name={label}>
            <Remaining piece={piece} />
          </Figure>
          <Figure name={t('bids')}>
            <span className="numbers">{piece.bids}</span>
          </Figure>
        </dl>
        <div className="flex mobile:*:w-full">
          <ButtonLink to={pathOf(piece.id)} look="primary">
            {t('spotlight.view')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="text-emphasis font-semibold">{children}</dd>
    </div>
  );
}
