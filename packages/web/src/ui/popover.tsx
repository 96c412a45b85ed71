import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

interface PopoverProps {
  trigger: ReactElement;
  title: ReactNode;
  children: ReactNode;
}

/** The explanation of a figure, one tap or Enter away; Escape and a tap beside it close it. */
export function Popover({ trigger, title, children }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-60 outline-none">
          <Base.Popup className="w-[max(2.8rem,260px)] max-w-[calc(100vw-2*var(--side))] rounded-middle border border-line bg-surface-2 p-s4 shadow-raised outline-none transition-quick data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Base.Title className="pb-s2 text-caption font-medium text-muted">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
