import type { Side } from '@assay/domain/positions/terms.ts';
import { create } from 'zustand';

/** A request to the ticket from elsewhere on the page: a limit price, or a side. */
export interface Wish {
  readonly price?: string;
  readonly side?: Side;
}

interface Wishes {
  /** The last one; a new object each time, so that the same wish twice is heard twice. */
  readonly last: Wish | null;
  wish(wish: Wish): void;
}

/** The field of a ticket that a key leads to, in any product. */
export const sizeName = 'size';

/** From ladder and keys to the ticket, which alone holds the field values. */
export const useTicketWishes = create<Wishes>()((set) => ({
  last: null,
  wish: (wish) => set({ last: { ...wish } }),
}));
