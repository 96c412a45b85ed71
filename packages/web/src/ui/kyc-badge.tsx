import type { KycStatus } from '@assay/contract/vocabulary/statuses.ts';
import { CircleAlert, Clock, IdCard, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge, type Tone } from './badge.tsx';

const looks = {
  notVerified: { tone: 'neutral', icon: IdCard },
  pendingReview: { tone: 'info', icon: Clock },
  verified: { tone: 'accent', icon: ShieldCheck },
  failed: { tone: 'danger', icon: CircleAlert },
} as const satisfies Record<KycStatus, { tone: Tone; icon: typeof Clock }>;

/** The state of the identity check, in one word. */
export function KycBadge({ status }: { status: KycStatus }) {
  const { t } = useTranslation();
  const { tone, icon: Icon } = looks[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className="size-[1.1em]" />
      {t(`identity.${status}`)}
    </Badge>
  );
}
