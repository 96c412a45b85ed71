import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCatalogue } from '../../../shared/trading/market/market.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input } from '../../../ui/field.tsx';
import { Logo } from '../../../ui/logo.tsx';

const foundMax = 40;

/** Chooses the instrument that is drawn beside another. */
export function CompareDialog({ code, onChosen, onClose }: { code: string; onChosen(other: string): void; onClose(): void }) {
  const { t } = useTranslation('terminal');
  const words = useTranslation('currency').t;
  const [query, setQuery] = useState('');
  const { data: items = [] } = useCatalogue();
  const wanted = query.trim().toLowerCase();
  const found = items.filter((item) => item.code !== code && `${item.appName} ${item.code}`.toLowerCase().includes(wanted));
  return (
    <Dialog open onOpenChange={onClose} title={t('chart.compareTitle')}>
      <Input
        label={words('switcher.search')}
        placeholder={words('switcher.search')}
        type="search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        maxLength={40}
        className="[&_label]:sr-only"
        start={<Search aria-hidden className="size-icon shrink-0 text-muted" />}
      />
      {found.length === 0 ? <p className="p-s5 text-center text-muted">{words('switcher.none')}</p> : null}
      <ul className="mt-s3 flex h-[min(50dvh,420px)] flex-col overflow-y-auto">
        {found.slice(0, foundMax).map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => {
                onChosen(item.code);
                onClose();
              }}
              className="flex min-h-control w-full items-center gap-s3 rounded-small px-s3 text-start hover:bg-surface-2 focus-visible:-outline-offset-2"
            >
              <Logo src={item.logo} code={item.code} className="size-[24px]" />
              <bdi className="flex-1 truncate">{item.appName}</bdi>
              <bdi dir="ltr" className="text-caption text-muted">
                {item.code}
              </bdi>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
