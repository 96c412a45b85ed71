import type { ResultRow } from '@assay/contract/endpoints/results.ts';
import { parseAmount, minus, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useAccountKey } from '../../shared/trading/account.ts';
import { useOrderView } from '../../shared/trading/order-view.ts';
import { spanOf } from '../../shared/trading/results/dates.ts';
import { NetResult } from '../../shared/trading/results/net-result.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { Button } from '../../ui/button.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';

const pageSize = 20;

/** What ended on a day, newest first, each with its receipt. */
export function DayResults({ day }: { day: string }) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const list = useInfiniteQuery({
    queryKey: [...useAccountKey(), 'results', 'list', day],
    queryFn: ({ signal, pageParam }) =>
      call(
        calls.order.listResults,
        { ...spanOf({ from: day, to: day }), limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  return (
    <section aria-label={format.date(`${day}T12:00:00Z`)} className="mt-s4 border-t border-line">
      <PagedList list={list} more={t('calendar.more')} empty={null}>
        {(rows) => (
          <ul className="flex flex-col divide-y divide-line">
            {rows.map((row) => (
              <DayRow key={`${row.product} ${row.id} ${row.status} ${row.endedAt}`} row={row} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function DayRow({ row }: { row: ResultRow }) {
  const { t } = useTranslation('results');
  const words = useTranslation('orders').t;
  const products = useTranslation('profile').t;
  const format = useFormat();
  const openReceipt = useOrderView((view) => view.openReceipt);
  const { product, id, code, status, endedAt } = row;
  const part = (text: string) => parseAmount(text, usdt) ?? nothing;
  const note = status === 'income' || status === 'dividend' ? t(`calendar.${status}`) : null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-s5 gap-y-s2 px-s5 py-s3 mobile:px-side">
      <span className="flex min-w-0 flex-col leading-tight">
        <bdi dir="ltr" className="font-medium">
          {product === 'plan' ? products('products.plan') : code}
        </bdi>
        <span className="text-caption text-muted">
          {products(`products.${product}`)}
          {note === null ? null : ` · ${note}`} · <bdi>{format.time(endedAt)}</bdi>
        </span>
      </span>
      <span className="flex items-center gap-s4">
        <NetResult
          net={part(row.net)}
          parts={[
            { name: t('gross'), amount: part(row.gross) },
            { name: t('fees'), amount: minus(nothing, part(row.fees)) },
            { name: t('financing'), amount: minus(nothing, part(row.financing)) },
          ]}
        />
        <Button size="small" look="ghost" onClick={() => openReceipt(id)}>
          {words('action.receipt')}
        </Button>
      </span>
    </li>
  );
}
