import { CircleAlert, FlaskConical, type LucideIcon, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

const looks = {
  warn: { box: 'border-warn bg-warn-soft', icon: 'text-warn', Icon: CircleAlert },
  info: { box: 'border-info bg-info-soft', icon: 'text-info', Icon: FlaskConical },
  safe: { box: 'border-line bg-surface-2', icon: 'text-accent', Icon: ShieldCheck },
} satisfies Record<string, { box: string; icon: string; Icon: LucideIcon }>;

/** What has to be known before money moves: a danger, the sandbox, or a promise. */
export function Note({ look, title, children }: { look: keyof typeof looks; title: ReactNode; children: ReactNode }) {
  const { box, icon, Icon } = looks[look];
  return (
    <div className={cx('flex items-start gap-s3 rounded-middle border p-s4', box)}>
      <Icon aria-hidden className={cx('mt-[0.1em] size-icon shrink-0', icon)} />
      <div className="flex min-w-0 flex-1 flex-col gap-s1">
        <p className="font-semibold">{title}</p>
        <div className="text-caption">{children}</div>
      </div>
    </div>
  );
}
