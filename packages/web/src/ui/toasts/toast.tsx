export interface ToastContent {
  /** A toast with a known id is replaced: one order keeps one toast from submitting to filled. */
  id?: string;
  kind: 'info' | 'progress' | 'success' | 'error';
  title: string;
  text?: string;
  action?: { label: string; run(): void };
}

/** Where toasts are drawn. */
interface Stand {
  show(content: ToastContent & { id: string }): void;
  close(id: string): void;
}

let stand: Stand | null = null;
/** Said while there was no stand; what is older than the last few is not news any more. */
const earlyMax = 8;
let early: (ToastContent & { id: string })[] = [];
let want = () => {};

/** Calls whenever there is a toast and nobody to draw it; answers what ends it. */
export function whenWanted(call: () => void): () => void {
  want = call;
  if (early.length > 0) call();
  return () => {
    want = () => {};
  };
}

/** Shows a toast, or replaces the one with the same id. Answers its id. */
export function toast(content: ToastContent): string {
  const known = { ...content, id: content.id ?? crypto.randomUUID() };
  if (stand === null) {
    early = [...early, known].slice(-earlyMax);
    want();
  } else stand.show(known);
  return known.id;
}

export function dismissToast(id: string): void {
  early = early.filter((entry) => entry.id !== id);
  stand?.close(id);
}

/** Draws toasts from here on, those that waited first; answers what ends it. */
export function takeToasts(made: Stand): () => void {
  stand = made;
  for (const content of early.splice(0)) made.show(content);
  return () => {
    stand = null;
  };
}
