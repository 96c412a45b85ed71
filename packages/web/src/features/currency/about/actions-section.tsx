import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { RecordedAction } from '@assay/contract/endpoints/instruments/about.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { noonOf } from './layout.ts';
import { useProfile } from './profile.ts';
import { Line, Lines, Section } from './section.tsx';

/** What companies make of their shares, announced and past; nothing where nothing was recorded. */
export function ActionsSection({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('about');
  const format = useFormat();
  const { data: profile } = useProfile(info.code);
  if (profile === undefined || profile.actions.length === 0) return null;
  const told = ({ kind, toUnits, fromUnits, perUnit }: RecordedAction) =>
    kind === 'dividend'
      ? t('actions.dividend', { amount: `${format.price(perUnit)} ${info.quote}` })
      : t(`actions.${kind}`, { to: toUnits, from: fromUnits });
  return (
    <Section title={t('actions.title')}>
      <Lines>
        {profile.actions.map((action) => (
          <Line key={`${action.firstDay} ${action.kind}`} name={told(action)} hint={format.date(noonOf(action.firstDay))}>
            <Badge tone={action.done ? 'neutral' : 'accent'}>{t(action.done ? 'actions.done' : 'actions.announced')}</Badge>
          </Line>
        ))}
      </Lines>
    </Section>
  );
}
