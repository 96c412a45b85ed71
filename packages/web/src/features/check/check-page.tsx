import { ApiRefusal } from '@assay/contract/client.ts';
import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import type { SharedReceipt } from '@assay/contract/endpoints/sharing.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ComponentType, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useSession } from '../../shared/client/session.ts';
import { isLoss } from '../../shared/share/is-loss.ts';
import { useSharedWords } from '../../shared/share/shared-words.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Figures } from '../../ui/figures.tsx';
import { Page, Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { agrees } from './check-shared.ts';

/** A shared receipt, computed again in the viewer's browser. `Contents` is the receipt as its owner reads it. */
export function CheckPage({ Contents }: { Contents: ComponentType<{ receipt: Receipt }> }) {
  const { t } = useTranslation(['share', 'common']);
  useTitle(t('share:check.title'));
  const { code = '' } = useParams();
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['check', code],
    queryFn: ({ signal }) => call(calls.index.checkReceipt, { code }, { signal }),
  });
  return (
    <Page className="flex max-w-[max(9.6rem,520px)] flex-col gap-s5 py-s6 mobile:max-w-none mobile:py-s5">
      {data !== undefined ? (
        <Shared shared={data} Contents={Contents} />
      ) : !isError ? (
        <SkeletonRows />
      ) : error instanceof ApiRefusal && error.code === '404' ? (
        <>
          <h1 className="sr-only">{t('share:check.title')}</h1>
          <EmptyState
            kind="noMatch"
            picture="orders"
            title={t('share:check.gone')}
            text={t('share:check.goneText')}
            action={<ButtonLink to="/">{t('common:action.toHome')}</ButtonLink>}
          />
        </>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function Shared({ shared, Contents }: { shared: SharedReceipt; Contents: ComponentType<{ receipt: Receipt }> }) {
  const { t } = useTranslation(['share', 'common']);
  const format = useFormat();
  const words = useSharedWords();
  const isLogin = useSession((session) => session.isLogin);
  const { title, figure, text, rows } = words(shared);
  return (
    <>
      <Panel className="overflow-hidden">
        <div className="flex flex-col gap-s5 bg-[radial-gradient(60%_140%_at_100%_0%,var(--accent-soft),transparent_70%)] p-s6 mobile:p-s5">
          <div className="flex flex-wrap items-center gap-s3 text-caption text-muted">
            <Badge tone={shared.book === 'demo' ? 'info' : 'accent'}>{t(`common:account.${shared.book}`)}</Badge>
            {t('share:check.sharedAt', { time: format.dateTime(shared.sharedAt) })}
          </div>
          <div className="flex flex-col gap-s2">
            <h1 className="text-emphasis font-semibold">
              <bdi>{title}</bdi>
            </h1>
            {figure === undefined ? null : (
              <bdi
                dir="ltr"
                className={cx(
                  'numbers text-hero font-semibold tracking-[-0.02em] rtl:text-end',
                  !isLoss(figure) && 'text-accent',
                )}
              >
                {figure}
              </bdi>
            )}
            <p className="text-caption text-muted">{text}</p>
          </div>
          <Figures figures={rows.map(([name, value]) => ({ name, value: <bdi dir="ltr">{value}</bdi> }))} />
          <Verdict shared={shared} />
          {shared.hidesAmounts ? <p className="text-caption text-muted">{t('share:check.hidden')}</p> : null}
        </div>
      </Panel>
      <Panel className="p-s5">
        <h2 className="sr-only">{t('share:check.receipt')}</h2>
        <Contents receipt={shared.receipt} />
      </Panel>
      {isLogin ? null : (
        <Panel className="flex flex-wrap items-center justify-between gap-s4 p-s5">
          <p className="font-semibold">{t('share:check.invite')}</p>
          <ButtonLink to="/pass/register" look="primary">
            {t('common:nav.register')}
          </ButtonLink>
        </Panel>
      )}
    </>
  );
}

function Verdict({ shared }: { shared: SharedReceipt }) {
  const { t } = useTranslation('share');
  const right = useMemo(() => agrees(shared), [shared]);
  if (right === null) return null;
  const Icon = right ? CircleCheck : CircleAlert;
  return (
    <p
      role="status"
      className={`flex items-start gap-s3 rounded-middle border p-s4 ${right ? 'border-accent bg-accent-soft' : 'border-danger bg-danger-soft'}`}
    >
      <Icon aria-hidden className={`mt-[0.1em] size-icon shrink-0 ${right ? 'text-accent' : 'text-danger'}`} />
      <span>{t(right ? 'check.agrees' : 'check.differs')}</span>
    </p>
  );
}
