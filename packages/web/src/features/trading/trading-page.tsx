import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useBook, useSession } from '../../shared/client/session.ts';
import { DemoNotice } from '../../shared/trading/demo-notice.tsx';
import { useProducts } from '../../shared/trading/plan-products.ts';
import { useTitle } from '../../shared/words/title.ts';
import { isMobile } from '../../ui/device.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Page, Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PlanBuilder } from './builder/plan-builder.tsx';
import { MyPlans } from './mine/my-plans.tsx';
import { ProductCards } from './product-card.tsx';
import { HowItWorks, Treasury } from './treasury.tsx';
import { useHeldProducts } from './use-plans.ts';

/** The receipt of an order by its id; the app brings it, because orders are a feature of their own. */
type Receipt = ComponentType<{ id: string; onClose(): void }>;

/** Gold AI plans: what is sold and what covers it, the builder of a plan, and the person's own plans. */
export function TradingPage({ Receipt }: { Receipt: Receipt }) {
  const { t } = useTranslation(['trading', 'limits']);
  useTitle(t('title'));
  const signedIn = useSession((session) => session.isLogin);
  const onDemo = useBook() === 'demo' && signedIn;
  return (
    <Page className="flex flex-col gap-s5 py-s6">
      <header className="flex flex-col gap-s2">
        <h1 className="text-title font-semibold tracking-[-0.01em]">{t('title')}</h1>
        <p className="max-w-[max(8.4rem,320px)] text-muted">{t('lead')}</p>
      </header>
      {onDemo ? <DemoNotice title={t('demo.title')} text={t('demo.text')} /> : null}
      <Treasury />
      {onDemo || !isMobile ? (
        <>
          <Catalogue />
          {onDemo ? null : <MyPlans Receipt={Receipt} />}
        </>
      ) : (
        <PhoneTabs Receipt={Receipt} />
      )}
      <HowItWorks />
    </Page>
  );
}

/** On a phone the own plans would lie far below what is sold. */
function PhoneTabs({ Receipt }: { Receipt: Receipt }) {
  const { t } = useTranslation('trading');
  const [params, setParams] = useSearchParams();
  return (
    <Tabs<'products' | 'mine'>
      label={t('title')}
      value={params.get('show') === 'mine' ? 'mine' : 'products'}
      onChange={(tab) => setParams(tab === 'mine' ? { show: 'mine' } : {}, { replace: true })}
      className="flex flex-col gap-s5"
      items={[
        { value: 'products', label: t('products'), content: <Catalogue /> },
        { value: 'mine', label: t('mine.title'), content: <MyPlans Receipt={Receipt} /> },
      ]}
    />
  );
}

/** The products, and beside them the builder of the one that the address names; on a phone it comes from below. */
function Catalogue() {
  const { t } = useTranslation('trading');
  const { data: products, error, isError, refetch } = useProducts();
  const { data: held } = useHeldProducts();
  const [params, setParams] = useSearchParams();
  const choose = (id: string | null) => setParams(id === null ? {} : { product: id }, { replace: true });
  if (products === undefined) {
    if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <Skeleton className="h-[6rem] w-full rounded-large" />;
  }
  const product = products.find(({ id }) => id === params.get('product'));
  if (isMobile) {
    return (
      <>
        <ProductCards products={products} chosen={null} onChoose={choose} />
        <Dialog
          open={product !== undefined}
          onOpenChange={() => choose(null)}
          title={product?.name ?? ''}
          description={t('builder.title')}
        >
          {product === undefined ? null : <PlanBuilder product={product} onBought={() => choose(null)} />}
        </Dialog>
      </>
    );
  }
  const shown = product ?? products.find(({ id }) => held?.has(id) !== true) ?? products[0];
  return (
    <div className="grid items-start gap-s5 wide:grid-cols-[minmax(0,1fr)_max(5.2rem,380px)]">
      <ProductCards products={products} chosen={shown?.id ?? null} onChoose={choose} />
      {shown === undefined ? null : (
        <Panel title={t('builder.title')} className="wide:sticky wide:top-[calc(var(--bar-height)+var(--step-5))]">
          <div className="p-s5">
            <PlanBuilder product={shown} onBought={() => choose(shown.id)} />
          </div>
        </Panel>
      )}
    </div>
  );
}
