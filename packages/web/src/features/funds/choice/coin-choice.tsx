import { ChevronDown, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarket } from '../../../shared/trading/market/market.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { Input } from '../../../ui/field.tsx';
import { CoinLogo } from '../../../ui/logo.tsx';
import { useHeld } from '../use-funds.ts';

/** Shown as chips; the chosen one is beside them. */
const popularMax = 3;

interface ChoiceProps {
  /** Codes, the most popular first. */
  coins: readonly string[];
  chosen: string;
  onChoose(coin: string): void;
}

/** One coin of many: the popular ones at a press, all of them with a search, and which of them one has. */
export function CoinChoice({ coins, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('funds');
  const list = useId();
  const [open, setOpen] = useState(false);
  const popular = coins.slice(0, popularMax);
  const chips = popular.includes(chosen) ? popular : [...popular, chosen];
  return (
    <div className="flex flex-col gap-s2">
      <span className="text-caption font-medium text-muted">{t('coin')}</span>
      <div role="group" aria-label={t('coin')} className="flex flex-wrap gap-s2">
        {chips.map((code) => (
          <Chip key={code} chosen={code === chosen} onClick={() => onChoose(code)}>
            <CoinLogo code={code} className="size-[1.35em]!" />
            <bdi dir="ltr">{code}</bdi>
          </Chip>
        ))}
        {coins.length > chips.length ? (
          <Chip
            aria-pressed={undefined}
            aria-expanded={open}
            aria-controls={open ? list : undefined}
            onClick={() => setOpen(!open)}
          >
            {t('choice.all', { count: coins.length })}
            <ChevronDown aria-hidden className={cx('size-[1.1em] transition-quick', open && 'rotate-180')} />
          </Chip>
        ) : null}
      </div>
      {open ? (
        <Coins
          id={list}
          coins={coins}
          chosen={chosen}
          onChoose={(coin) => {
            setOpen(false);
            onChoose(coin);
          }}
        />
      ) : null}
    </div>
  );
}

/** What one has comes first, then as popular. */
function Coins({ id, coins, chosen, onChoose }: ChoiceProps & { id: string }) {
  const { t } = useTranslation('funds');
  const format = useFormat();
  const [query, setQuery] = useState('');
  const { data: market = [] } = useMarket();
  const { data: held = new Map<string, string>() } = useHeld();
  const items = coins.map((code) => ({ code, listed: market.find((item) => item.code === `${code}USDT`) }));
  const wanted = query.trim().toLowerCase();
  const found = items
    .filter(({ code, listed }) => `${code} ${listed?.appName ?? ''}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(held.has(b.code)) - Number(held.has(a.code)));
  return (
    <div id={id} className="flex flex-col gap-s2 rounded-middle border border-line p-s3">
      <Input
        label={t('choice.search')}
        placeholder={t('choice.search')}
        type="search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          // In a dialog Enter would send its form.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const [only, ...others] = found;
          if (only !== undefined && others.length === 0) onChoose(only.code);
        }}
        maxLength={40}
        className="[&_label]:sr-only"
        start={<Search aria-hidden className="size-icon shrink-0 text-muted" />}
      />
      {found.length === 0 ? (
        <p role="status" className="p-s4 text-center text-caption text-muted">
          {t('choice.none')}
        </p>
      ) : null}
      <ul aria-label={t('coin')} className="flex max-h-[min(44dvh,360px)] flex-col overflow-y-auto">
        {found.map(({ code, listed }) => {
          const amount = held.get(code);
          return (
            <li key={code}>
              <button
                type="button"
                aria-current={code === chosen ? 'true' : undefined}
                onClick={() => onChoose(code)}
                className="flex min-h-control w-full items-center gap-s3 rounded-small px-s3 text-start hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current]:text-accent"
              >
                <CoinLogo code={code} className="size-[24px]" />
                <bdi dir="ltr" className="font-medium">
                  {code}
                </bdi>
                <bdi className="min-w-0 flex-1 truncate text-caption text-muted rtl:text-end">{listed?.appName ?? ''}</bdi>
                {amount === undefined ? null : (
                  <Badge>
                    <bdi>{t('choice.held', { amount: format.quantity(amount) })}</bdi>
                  </Badge>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
