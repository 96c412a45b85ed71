import { create } from 'zustand';

export const orderKinds = ['contract', 'option', 'spot'] as const;
export type OrderKind = (typeof orderKinds)[number];

interface OrderView {
  /** The kind of orders that lists show. */
  readonly kind: OrderKind;
  /** Id of the order whose receipt is open. */
  readonly receipt: string | null;
  show(kind: OrderKind): void;
  openReceipt(id: string): void;
  closeReceipt(): void;
}

/** What is looked at among the orders: a ticket that has sent one turns to its kind, a toast opens a receipt. */
export const useOrderView = create<OrderView>()((set) => ({
  kind: 'contract',
  receipt: null,
  show: (kind) => set({ kind }),
  openReceipt: (receipt) => set({ receipt }),
  closeReceipt: () => set({ receipt: null }),
}));
