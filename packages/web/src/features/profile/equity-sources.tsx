import { inARow } from '@assay/contract/sentences.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useAccountKey } from '../../shared/trading/account.ts';
import { gainTone } from '../../shared/trading/tones.ts';
import { useFormat } from '../../shared/words/format.ts';
import { type Figure, Figures } from '../../ui/figures.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';

const ageMs = 30_000;

/** The sources of the equity since the account began: deposits, the result of each product, and others. */
export function EquitySources({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const figures = useSources();
  const { data } = useBridge();
  if (hidden) return null;
  const since = data?.since ?? null;
  return (
    <Panel title={t('came.title')} className="pb-s4">
      <p className="px-s5 pt-s1 pb-s2 text-caption text-muted">
        {inARow(t('came.text'), since === null ? null : t('came.since', { date: format.dateTime(since) }))}
      </p>
      {figures === null ? <SkeletonRows rows={4} className="p-s5" /> : <Figures figures={figures} className="px-s5" />}
    </Panel>
  );
}

function useBridge() {
  return useQuery({
    queryKey: [...useAccountKey(), 'results', 'bridge'],
    queryFn: ({ signal }) => call(calls.order.equityBridge, {}, { signal }),
    staleTime: ageMs,
    refetchInterval: ageMs,
  });
}

function useSources(): Figure[] | null {
  const { t } = useTranslation('results');
  const products = useTranslation('profile').t;
  const format = useFormat();
  const { data, dataUpdatedAt } = useBridge();
  if (data === undefined) return null;
  const exact = (text: string, coloured: boolean) => (
    <bdi dir="ltr" className={coloured ? gainTone(text) : ''}>
      {format.exactSigned(text)}
    </bdi>
  );
  const results = data.products.flatMap(({ product, realised, unrealised }) => {
    const name = products(`products.${product}`);
    return [
      { name: t('came.realised', { product: name }), amount: realised },
      { name: t('came.unrealised', { product: name }), amount: unrealised },
    ].filter(({ amount }) => amount !== '0');
  });
  return [
    ...data.brought.map(({ name, amount }) => ({ name: t(`came.${name}`), value: exact(amount, false) })),
    ...results.map(({ name, amount }) => ({ name, value: exact(amount, true) })),
    ...data.other.map(({ name, amount }) => ({ name: t(`came.${name}`), value: exact(amount, false) })),
    // It is older than the equity above it, which follows the prices.
    {
      name: `${t('bridge.equity')} · ${format.second(dataUpdatedAt)}`,
      value: <bdi dir="ltr">{format.exactAmount(data.equity)} USDT</bdi>,
      strong: true,
    },
  ];
}
