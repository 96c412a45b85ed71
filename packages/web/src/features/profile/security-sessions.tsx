import type { Session } from '@assay/contract/endpoints/security.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { setAndSee } from '../../shared/client/setting.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState, SkeletonRows, useErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { useSecurityKey } from './security-data.ts';
import { SecurityPart } from './security-part.tsx';

/** Where the account is signed in, each device with its way out. */
export function SessionsPart() {
  const { t } = useTranslation('security');
  const queryKey = useSecurityKey('sessions');
  const list = useQuery({ queryKey, queryFn: ({ signal }) => call(calls.user.sessions, {}, { signal }) });
  const { end, ending } = useEnd(queryKey);
  return (
    <SecurityPart title={t('sessions.title')} text={t('sessions.text')}>
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : (
        <>
          <ul aria-label={t('sessions.title')} className="flex flex-col divide-y divide-line">
            {list.data.map((session) => (
              <Device key={session.id} session={session} busy={ending === session.id} onEnd={() => end(session.id)} />
            ))}
          </ul>
          {list.data.length > 1 ? (
            <Button busy={ending === 'others'} onClick={() => end('others')} className="self-start mobile:self-stretch">
              {t('sessions.endOthers')}
            </Button>
          ) : null}
        </>
      )}
    </SecurityPart>
  );
}

function Device({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd(): void }) {
  const { t } = useTranslation('security');
  const { dateTime } = useFormat();
  const device = session.device === '' ? t('sessions.unknown') : session.device;
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-s4 py-s4 first:pt-0 last:pb-0">
      <Icon aria-hidden className="mt-[0.15em] size-icon shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-s1">
        <span className="flex flex-wrap items-center gap-x-s3 gap-y-s1 font-medium">
          <bdi>{device}</bdi>
          {session.current ? <Badge tone="accent">{t('sessions.current')}</Badge> : null}
        </span>
        <span className="flex flex-wrap gap-x-s4 text-caption text-muted numbers">
          <span className="ltr">{session.network}</span>
          <span>{t('sessions.used', { time: dateTime(session.lastUsedAt) })}</span>
          <span>{t('sessions.since', { time: dateTime(session.createdAt) })}</span>
        </span>
      </div>
      {session.current ? null : (
        <Button size="small" busy={busy} aria-label={t('sessions.endNamed', { device })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Ends one session by its id, or all but this one. */
function useEnd(queryKey: readonly string[]): { end(which: string): void; ending: string | undefined } {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const errorText = useErrorText();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (which: string) =>
      setAndSee({
        send: () => (which === 'others' ? call(calls.user.endOtherSessions, {}) : call(calls.user.endSession, { id: which })),
        look: () => call(calls.user.sessions, {}),
        stands: (left) => left.every(({ id, current }) => (which === 'others' ? current : id !== which)),
        show: (left) => void client.setQueryData(queryKey, left),
      }),
    onSuccess: () => {
      toast({ id: 'sessions', kind: 'success', title: t('sessions.ended') });
    },
    onError: (error) => {
      toast({ id: 'sessions', kind: 'error', title: errorText(error) });
      void client.invalidateQueries({ queryKey });
    },
  });
  return { end: mutate, ending: isPending ? variables : undefined };
}
