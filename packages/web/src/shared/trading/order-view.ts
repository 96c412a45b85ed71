import { create } from 'zustand';
import { bookOf, useSession } from '../client/session.ts';

export const orderKinds = ['contract', 'option', 'spot'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** Remedies for a position with little margin left: more margin, or a smaller position. */
export const waysOut = ['margin', 'half'] as const;
export type WayOut = (typeof waysOut)[number];

interface OrderView {
  /** The kind of orders that lists show. */
  readonly kind: OrderKind;
  /** Id of the order whose receipt is open. */
  readonly receipt: string | null;
  /** The position with little margin that is being helped. */
  readonly helped: { readonly id: string; readonly way: WayOut } | null;
  show(kind: OrderKind): void;
  openReceipt(id: string): void;
  closeReceipt(): void;
  help(id: string, way: WayOut): void;
  endHelp(): void;
}

/** What is looked at among the orders: a ticket that has sent one turns to its kind, a toast opens a receipt. */
export const useOrderView = create<OrderView>()((set) => ({
  kind: 'contract',
  receipt: null,
  helped: null,
  show: (kind) => set({ kind }),
  openReceipt: (receipt) => set({ receipt }),
  closeReceipt: () => set({ receipt: null }),
  help: (id, way) => set({ helped: { id, way } }),
  endHelp: () => set({ helped: null }),
}));

// What is open of one account is closed with it: coming back to it opens nothing by itself, and the next person finds nothing.
useSession.subscribe((now, before) => {
  const another = before.userInfo !== null && now.userInfo?.id !== before.userInfo.id;
  if (another || bookOf(now.virtualStatus) !== bookOf(before.virtualStatus)) {
    useOrderView.setState({ receipt: null, helped: null });
  }
});
