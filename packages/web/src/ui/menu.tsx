import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface MenuItem {
  key: string;
  label: ReactNode;
  /** Language of the label where it differs from the page's, so that it is read out right. */
  lang?: string;
  icon?: ReactNode;
  /** Present on items of which one is chosen. */
  chosen?: boolean;
  onSelect(): void;
}

interface MenuProps {
  trigger: ReactElement;
  label: string;
  items: readonly MenuItem[];
  /** Content above the items that is none of them. */
  head?: ReactNode;
  /** Opens at once: for a menu whose code was loaded by the first press. */
  defaultOpen?: boolean;
  align?: 'start' | 'end';
}

/** A menu under its trigger, with arrow keys, typing and Escape. */
export function Menu({ trigger, label, items, head, defaultOpen = false, align = 'end' }: MenuProps) {
  return (
    <Base.Root defaultOpen={defaultOpen} modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} collisionPadding={8} className="z-50 outline-none">
          <div className="max-h-[min(var(--available-height),80dvh)] min-w-[max(1.8rem,160px)] overflow-y-auto rounded-middle border border-line bg-surface-2 shadow-raised">
            {head}
            <Base.Popup
              aria-label={label}
              className="p-s1 outline-none transition-quick data-ending-style:opacity-0 data-starting-style:opacity-0"
            >
              {items.map((item) => (
                <Base.Item
                  key={item.key}
                  onClick={item.onSelect}
                  lang={item.lang}
                  aria-current={item.chosen === true ? 'true' : undefined}
                  className={cx(
                    'flex min-h-control-small cursor-pointer items-center gap-s3 rounded-small px-s3 py-s2 outline-none select-none data-highlighted:bg-surface-3 mobile:min-h-control',
                    item.chosen === true && 'text-accent',
                  )}
                >
                  {item.icon}
                  <span className="flex-1">{item.label}</span>
                  {item.chosen === true ? <Check aria-hidden className="size-icon" /> : null}
                </Base.Item>
              ))}
            </Base.Popup>
          </div>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
