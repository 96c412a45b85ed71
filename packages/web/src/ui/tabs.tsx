import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

interface TabsProps<V extends string> {
  label: string;
  value: V;
  onChange(value: V): void;
  items: readonly { value: V; label: ReactNode; content?: ReactNode }[];
  /** `line` for sections of a page, `slim` where height is dear, `block` for a choice inside a panel. */
  look?: 'line' | 'slim' | 'block';
  className?: string;
  /** Beside what every panel has. */
  panelClass?: string;
  /** Content in the row of the tabs, before and after them. */
  before?: ReactNode;
  after?: ReactNode;
  /** One panel for all tabs, whose content follows the choice: it stays mounted from tab to tab. */
  children?: ReactNode;
}

// A panel that leaves is still there for a frame: hidden, so that two are never seen, and pressed, at once.
const panel = 'outline-none inert:hidden';

/**
 * Tabs with arrow keys. On a narrow screen the row of tabs scrolls inside its own frame. It stays while texts of a panel load.
 */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, value, onChange, items, look = 'line', className, panelClass, before, after, children } = props;
  const alone = before === undefined && after === undefined;
  const row = useChosenInSight(items.findIndex((item) => item.value === value));
  const list = (
    <Base.List
      ref={row}
      aria-label={label}
      className={cx(
        'flex min-w-0 scroll-px-s7 overflow-x-auto [scrollbar-width:none]',
        look === 'block'
          ? 'gap-s1 rounded-middle bg-surface-0 p-s1'
          : cx('gap-s5', look === 'slim' && 'shrink-0 bg-surface-1 px-[16px] mobile:px-side', alone && 'border-b border-line'),
      )}
    >
      {items.map((item) => (
        <Base.Tab
          key={item.value}
          value={item.value}
          className={cx(
            'shrink-0 whitespace-nowrap text-muted transition-quick hover:text-text focus-visible:-outline-offset-2 data-active:text-text',
            look === 'slim' ? 'min-h-control-small' : 'min-h-control',
            look === 'block'
              ? 'flex-1 rounded-small px-s4 data-active:bg-surface-3 data-active:font-semibold'
              : 'border-b-2 border-transparent data-active:border-accent data-active:font-semibold',
          )}
        >
          {item.label}
        </Base.Tab>
      ))}
    </Base.List>
  );
  return (
    <Base.Root
      value={value}
      onValueChange={(next: V | null) => {
        if (next !== null) onChange(next);
      }}
      className={className}
    >
      {alone ? (
        list
      ) : (
        <div className="flex flex-wrap items-center gap-x-s4 border-b border-line">
          {before}
          {list}
          {after}
        </div>
      )}
      {items.map((item) =>
        item.content === undefined ? null : (
          <Base.Panel key={item.value} value={item.value} className={cx(panel, panelClass)}>
            <Suspense fallback={null}>{item.content}</Suspense>
          </Base.Panel>
        ),
      )}
      {children === undefined ? null : (
        <Base.Panel value={value} className={cx(panel, panelClass)}>
          <Suspense fallback={null}>{children}</Suspense>
        </Base.Panel>
      )}
    </Base.Root>
  );
}

/**
 * Scrolls the row, and never the page, to the tab that is chosen: at the first sight of it, which may come after the tabs are
 * there, at each choice, and when letters of another size move it.
 */
function useChosenInSight(place: number) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: frame } = row;
    const chosen = frame?.children[place];
    if (frame === null || chosen === undefined) return undefined;
    const watch = new ResizeObserver(() => {
      const [around, tab] = [frame.getBoundingClientRect(), chosen.getBoundingClientRect()];
      const rim = Number.parseFloat(getComputedStyle(frame).scrollPaddingLeft);
      const before = tab.left - rim - around.left;
      const after = tab.right + rim - around.right;
      if (before < 0) frame.scrollLeft += before;
      else if (after > 0) frame.scrollLeft += Math.min(after, before);
    });
    watch.observe(frame);
    watch.observe(chosen);
    return () => watch.disconnect();
  }, [place]);
  return row;
}
