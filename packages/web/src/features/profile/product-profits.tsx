import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTotals } from '../../shared/trading/account.ts';
import { gainTone } from '../../shared/trading/tones.ts';
import { useFormat } from '../../shared/words/format.ts';
import { isMobile } from '../../ui/device.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { concealed } from './concealed.ts';

type ProductProfit = ResultOf<(typeof order)['getProfitTotal']>['products'][number];

const products = ['contract', 'option', 'spot', 'plan'] as const;
/** Where each product is at home. */
const homes = { contract: '/market', option: '/market', spot: '/profile/balance', plan: '/trading' } as const;

/** What each product holds and has brought. Overview and this panel share one request. */
export function ProductProfits({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('profile');
  const { data, isError } = useTotals();
  const columns = useColumns();
  // The overview above says what went wrong, and offers the next step.
  if (isError && data === undefined) return null;
  const known = products.flatMap((name) => data?.products.find(({ product }) => product === name) ?? []);
  const rows = hidden ? known.map(conceal) : known;
  return (
    <Panel title={t('products.title')} className="pb-s2 mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      <p className="px-s5 pt-s1 pb-s2 text-caption text-muted">{t('products.text')}</p>
      {data === undefined ? (
        <SkeletonRows rows={4} className="p-s5" />
      ) : isMobile ? (
        <Cards rows={rows} />
      ) : (
        <DataTable label={t('products.title')} columns={columns} rows={rows} rowKey={({ product }) => product} />
      )}
    </Panel>
  );
}

function conceal(profit: ProductProfit): ProductProfit {
  return { ...profit, held: concealed, unrealised: concealed, realised: concealed };
}

function useColumns(): Column<ProductProfit>[] {
  const { t } = useTranslation('profile');
  return [
    { key: 'product', header: t('products.product'), cell: ({ product }) => <Name product={product} /> },
    { key: 'held', header: t('products.held'), align: 'end', cell: ({ held }) => <Held value={held} /> },
    { key: 'unrealised', header: t('unrealised'), align: 'end', cell: ({ unrealised }) => <Profit value={unrealised} /> },
    { key: 'realised', header: t('realised'), align: 'end', cell: ({ realised }) => <Profit value={realised} /> },
  ];
}

function Cards({ rows }: { rows: readonly ProductProfit[] }) {
  const { t } = useTranslation('profile');
  return (
    <ul aria-label={t('products.title')} className="flex flex-col divide-y divide-line">
      {rows.map(({ product, held, unrealised, realised }) => (
        <li key={product} className="flex flex-col gap-s2 px-s5 py-s4">
          <Name product={product} />
          <dl className="grid grid-cols-3 gap-x-s3 text-caption">
            <div className="flex flex-col">
              <dt className="text-muted">{t('products.held')}</dt>
              <dd className="mt-auto">
                <Held value={held} />
              </dd>
            </div>
            <div className="flex flex-col">
              <dt className="text-muted">{t('unrealised')}</dt>
              <dd className="mt-auto">
                <Profit value={unrealised} />
              </dd>
            </div>
            <div className="flex flex-col text-end">
              <dt className="text-muted">{t('realised')}</dt>
              <dd className="mt-auto">
                <Profit value={realised} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Name({ product }: { product: string }) {
  const { t } = useTranslation('profile');
  const known = products.find((name) => name === product);
  if (known === undefined) return product;
  return (
    <Link to={homes[known]} className="rounded-small font-medium hover:text-accent">
      {t(`products.${known}`)}
    </Link>
  );
}

function Held({ value }: { value: string }) {
  const format = useFormat();
  return (
    <bdi dir="ltr" className="numbers">
      {value === concealed ? concealed : format.amount(value)}
    </bdi>
  );
}

function Profit({ value }: { value: string }) {
  const format = useFormat();
  const plain = value === concealed || Number(value) === 0;
  return (
    <bdi dir="ltr" className={`numbers font-medium ${plain ? 'text-muted' : gainTone(value)}`}>
      {value === concealed ? concealed : format.result(value)}
    </bdi>
  );
}
