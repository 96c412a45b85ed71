import type { Amount } from '@assay/domain/money/amount.ts';
import { useTranslation } from 'react-i18next';
import { Approximate } from '../../shared/trading/approximate.tsx';
import { instrumentPath } from '../../shared/trading/market/figures.ts';
import { useCatalogue } from '../../shared/trading/market/market.ts';
import { gainTone } from '../../shared/trading/tones.ts';
import { absent, useFormat } from '../../shared/words/format.ts';
import { Money } from '../../shared/words/money.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { isMobile } from '../../ui/device.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { CoinLogo } from '../../ui/logo.tsx';
import { shareOf } from './sums.ts';
import type { CoinBalance } from './use-balances.ts';

interface CoinsProps {
  balances: readonly CoinBalance[];
  /** What all of them are worth. */
  whole: Amount;
}

/** Each coin with what is free of it and what is set aside, what both are worth, and the way to trade it. */
export function Coins({ balances, whole }: CoinsProps) {
  const { t } = useTranslation('balance');
  const columns = useColumns(whole);
  if (!isMobile) return <DataTable label={t('coins')} columns={columns} rows={balances} rowKey={({ asset }) => asset} />;
  return <Cards balances={balances} />;
}

function useColumns(whole: Amount): Column<CoinBalance>[] {
  const { t } = useTranslation('balance');
  const words = useTranslation('coins').t;
  const figure = (text: string, asset: string) => <Money value={text} asset={asset} unit="none" />;
  return [
    { key: 'coin', header: t('column.coin'), cell: (balance) => <Coin balance={balance} /> },
    { key: 'available', header: t('column.available'), align: 'end', cell: ({ available, asset }) => figure(available, asset) },
    { key: 'held', header: t('column.held'), align: 'end', cell: ({ held, asset }) => figure(held, asset) },
    { key: 'value', header: t('column.value'), align: 'end', cell: (balance) => <Value balance={balance} /> },
    { key: 'cost', header: words('averageCost'), align: 'end', cell: (balance) => <Cost balance={balance} /> },
    { key: 'result', header: words('result'), align: 'end', cell: (balance) => <Result balance={balance} /> },
    { key: 'share', header: t('column.share'), align: 'end', cell: (balance) => <Share balance={balance} whole={whole} /> },
    { key: 'trade', header: t('column.actions'), align: 'end', cell: ({ asset }) => <Trade asset={asset} /> },
  ];
}

function Cards({ balances }: { balances: readonly CoinBalance[] }) {
  const { t } = useTranslation('balance');
  const words = useTranslation('coins').t;
  return (
    <ul aria-label={t('coins')} className="mt-s3 flex flex-col divide-y divide-line">
      {balances.map((balance) => (
        <li key={balance.asset} className="flex flex-col gap-s3 px-side py-s4">
          <div className="flex items-center justify-between gap-s4">
            <Coin balance={balance} />
            <Value balance={balance} />
          </div>
          <div className="flex items-end justify-between gap-s4">
            <dl className="grid flex-1 grid-cols-2 gap-x-s4">
              {(['available', 'held'] as const).map((part) => (
                <div key={part} className="min-w-0">
                  <dt className="text-caption text-muted">{t(`column.${part}`)}</dt>
                  <dd className="break-words">
                    <Money value={balance[part]} asset={balance.asset} unit="none" />
                  </dd>
                </div>
              ))}
              {typeof balance.averageCost === 'string' ? (
                <>
                  <div className="mt-s2 min-w-0">
                    <dt className="text-caption text-muted">{words('averageCost')}</dt>
                    <dd>
                      <Cost balance={balance} />
                    </dd>
                  </div>
                  <div className="mt-s2 min-w-0">
                    <dt className="text-caption text-muted">{words('result')}</dt>
                    <dd>
                      <Result balance={balance} />
                    </dd>
                  </div>
                </>
              ) : null}
            </dl>
            <Trade asset={balance.asset} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The coin with the name that its pair goes by on the market. */
function Coin({ balance: { asset } }: { balance: CoinBalance }) {
  const pair = usePair(asset);
  return (
    <span className="flex items-center gap-s3">
      <CoinLogo code={asset} />
      <span className="flex min-w-0 flex-col leading-tight">
        <bdi dir="ltr" className="font-semibold">
          {asset}
        </bdi>
        <bdi className="truncate text-caption text-muted">{asset === 'USDT' ? 'Tether' : (pair?.appName ?? '')}</bdi>
      </span>
    </span>
  );
}

function usePair(asset: string) {
  return useCatalogue().data?.find(({ code }) => code === `${asset}USDT`);
}

function Value({ balance: { valueUsdt } }: { balance: CoinBalance }) {
  const { t } = useTranslation('balance');
  if (valueUsdt === null) return <span title={t('noPrice')}>{absent}</span>;
  return (
    <span className="flex flex-col items-end">
      <Money value={valueUsdt} className="font-semibold" />
      <Approximate usdt={valueUsdt} />
    </span>
  );
}

/** What a coin that was bought here has cost on average, fees counted. */
function Cost({ balance: { averageCost } }: { balance: CoinBalance }) {
  const format = useFormat();
  if (typeof averageCost !== 'string') return absent;
  // As many digits as it needs: a coin may cost 60,000 or a millionth.
  const places = Math.max(2, Math.min(6, 5 - Math.floor(Math.log10(Math.max(Number(averageCost), 1e-6)))));
  return <bdi dir="ltr">{format.price(averageCost, places)}</bdi>;
}

/** What the coins that are there would gain now, and beneath it what sales have brought. */
function Result({ balance: { unrealised, realised } }: { balance: CoinBalance }) {
  const { t } = useTranslation('coins');
  const format = useFormat();
  if (typeof unrealised !== 'string' && realised === undefined) return absent;
  return (
    <span className="inline-flex flex-col desktop:items-end">
      <bdi dir="ltr" className={gainTone(unrealised)}>
        {typeof unrealised === 'string' ? format.result(unrealised) : absent}
      </bdi>
      {realised === undefined ? null : (
        <span className="text-caption text-muted">
          <bdi>{t('realised', { amount: format.result(realised) })}</bdi>
        </span>
      )}
    </span>
  );
}

function Share({ balance, whole }: { balance: CoinBalance; whole: Amount }) {
  const format = useFormat();
  const share = shareOf(balance, whole);
  if (share === null) return absent;
  return (
    <span className="inline-flex items-center gap-s3">
      <span aria-hidden className="h-[4px] w-[max(0.8rem,56px)] overflow-hidden rounded-small bg-surface-3">
        <span className="block h-full bg-accent-fill" style={{ width: `${share}%` }} />
      </span>
      <bdi dir="ltr" className="min-w-[4.2em]">
        {format.rate((share / 100).toFixed(3))}
      </bdi>
    </span>
  );
}

/** USDT trades against everything, so it leads to the market; a coin to its own pair. */
function Trade({ asset }: { asset: string }) {
  const { t } = useTranslation('balance');
  const pair = usePair(asset);
  const to = asset === 'USDT' ? '/market' : pair && instrumentPath(pair);
  if (to === undefined) return null;
  return (
    <ButtonLink to={to} size="small" aria-label={t('tradeCoin', { coin: asset })}>
      {t('trade')}
    </ButtonLink>
  );
}
