export interface ToastContent {
  /** A toast with a known id is replaced: one order keeps one toast from submitting to filled. */
  id?: string;
  kind: 'info' | 'progress' | 'success' | 'error';
  title: string;
  text?: string;
  action?: ToastAction;
  /** A second way on, of the same weight. */
  other?: ToastAction;
  /** It is said nowhere else: it waits until it has been taken note of. */
  stays?: boolean;
}

interface ToastAction {
  label: string;
  run(): void;
}

export type ToastShown = ToastContent & { readonly id: string };

/** Where toasts are drawn. */
interface Stand {
  show(content: ToastShown): void;
  close(id: string): void;
  /** The ids of those shown. */
  shown(): readonly string[];
}

let stand: Stand | null = null;
/** Messages from before the region was mounted; older ones than the last few are out of date. */
const earlyMax = 4;
let early: readonly ToastShown[] = [];
const watching = new Set<() => void>();

function setEarly(next: readonly ToastShown[]): void {
  early = next;
  for (const tell of watching) tell();
}

/** Messages that are not drawn yet, from the oldest on. */
export function earlyToasts(): readonly ToastShown[] {
  return early;
}

/** Calls whenever that changes; answers what ends it. */
export function onEarlyToasts(call: () => void): () => void {
  watching.add(call);
  return () => void watching.delete(call);
}

/** Shows a toast, or replaces the one with the same id. Answers its id. */
export function toast(content: ToastContent): string {
  const known = { ...content, id: content.id ?? crypto.randomUUID() };
  if (stand === null) setEarly([...early.filter(({ id }) => id !== known.id), known].slice(-earlyMax));
  else stand.show(known);
  return known.id;
}

/** Prefix of the ids of toasts about an account's orders. */
const ofOrders = 'order-';

/**
 * Reports the outcome of orders of the account that is shown, until another is, where it would read like one of its
 * own. With the id of an order, it is replaced by what becomes of that later.
 */
export function tellOfOrders(content: ToastContent): string {
  return toast({ ...content, id: `${ofOrders}${content.id ?? crypto.randomUUID()}` });
}

/** Another account is shown from here on. */
export const dismissOfOrders = (): void => dismissToasts(ofOrders);

export function dismissToast(id: string): void {
  if (early.some((told) => told.id === id)) setEarly(early.filter((told) => told.id !== id));
  stand?.close(id);
}

/** Takes away all whose id begins so. */
function dismissToasts(prefix: string): void {
  for (const id of [...early.map((told) => told.id), ...(stand?.shown() ?? [])]) if (id.startsWith(prefix)) dismissToast(id);
}

/** Draws toasts from here on, those that waited first; answers what ends it. */
export function takeToasts(made: Stand): () => void {
  stand = made;
  for (const content of early) made.show(content);
  setEarly([]);
  return () => {
    stand = null;
  };
}
