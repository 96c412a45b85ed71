import { useEffect } from 'react';
import { useTicketWishes } from './ticket/ticket-wishes.ts';

const sides = { b: 'long', s: 'short' } as const;

/** B and S choose the side of the next order and lead to its size, unless something is being typed or asked. */
export function useTradeKeys(): void {
  const wish = useTicketWishes((wishes) => wishes.wish);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const side = Object.entries(sides).find(([key]) => key === event.key.toLowerCase())?.[1];
      if (side === undefined || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { target } = event;
      if (target instanceof Element && target.closest('input,textarea,select,[contenteditable],[role=menu]') !== null) return;
      if (document.querySelector('[role=dialog],[role=alertdialog]') !== null) return;
      event.preventDefault();
      wish({ side });
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [wish]);
}
