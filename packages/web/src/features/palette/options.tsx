import { CornerDownLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListedItem } from '../../shared/trading/market/figures.ts';
import { LiveChange, LivePrice } from '../../shared/trading/market/live.tsx';
import { cx } from '../../ui/cx.ts';
import { Logo } from '../../ui/logo.tsx';
import type { Entry, Group } from './entries.ts';

interface OptionsProps {
  id: string;
  groups: readonly Group[];
  chosen: Entry | undefined;
  onRun(entry: Entry): void;
}

/** What the palette offers, in groups. The chosen option is kept in sight. */
export function Options({ id, groups, chosen, onRun }: OptionsProps) {
  const { t } = useTranslation('palette');
  return (
    <div id={id} role="listbox" aria-label={t('title')} className="min-h-0 flex-1 overflow-y-auto p-s2 empty:hidden">
      {groups.map(({ name, entries }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`} className="pb-s2">
          <p id={`${id}-${name}`} className="px-s3 pt-s3 pb-s1 text-caption font-medium text-muted">
            {t(`group.${name}`)}
          </p>
          {entries.map((entry) => (
            <Option key={entry.id} id={`${id}-${entry.id}`} entry={entry} chosen={entry.id === chosen?.id} onRun={onRun} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  chosen: boolean;
  onRun(entry: Entry): void;
}

function Option({ id, entry, chosen, onRun }: OptionProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <button
      type="button"
      tabIndex={-1}
      ref={element}
      id={id}
      role="option"
      aria-selected={chosen}
      data-leads-to={entry.leadsTo}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(entry)}
      className={cx(
        'flex min-h-control w-full scroll-my-s7 text-start items-center gap-s3 rounded-small px-s3 hover:bg-surface-2',
        chosen && 'bg-surface-3 hover:bg-surface-3',
      )}
    >
      {entry.item === undefined ? <Plain entry={entry} /> : <Instrument item={entry.item} />}
      <CornerDownLeft
        aria-hidden
        className={cx('size-icon text-muted mobile:hidden rtl:-scale-x-100', !chosen && 'invisible')}
      />
    </button>
  );
}

function Plain({ entry: { icon: Icon, label } }: { entry: Entry }) {
  return (
    <>
      {Icon === undefined ? null : <Icon aria-hidden className="size-icon shrink-0 text-muted" />}
      <span className="flex-1">{label}</span>
    </>
  );
}

function Instrument({ item }: { item: ListedItem }) {
  return (
    <>
      <Logo src={item.logo} code={item.code} />
      <span className="flex min-w-0 flex-1 items-baseline gap-s2">
        <bdi className="truncate font-medium">{item.appName}</bdi>
        <bdi dir="ltr" className="truncate text-caption text-muted mobile:hidden">
          {item.code}
        </bdi>
      </span>
      <LivePrice listed item={item} />
      <LiveChange item={item} className="min-w-[5em] justify-end text-caption" />
    </>
  );
}
