import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { parse, perField } from '../../shared/client/storage.ts';
import type { Unsent } from './merge.ts';

/** What this window alone keeps: a visitor's token, which is the only key to the conversation, and texts on their way. */
interface Kept {
  readonly chatToken: string;
  readonly chatUnsent: readonly Owned[];
}

/** A text on its way, and whose it is: who signs in next must neither see nor send it. */
type Owned = Unsent & { readonly owner: string };

/** Who is not signed in. */
export const visitorOwner = 'visitor';

function accept(found: Readonly<Record<string, string | undefined>>): Kept {
  const unsent = parse(found['chatUnsent']);
  return {
    chatToken: found['chatToken'] ?? '',
    chatUnsent: Array.isArray(unsent) ? unsent.filter(isOwned) : [],
  };
}

function isOwned(value: unknown): value is Owned {
  return (
    typeof value === 'object' &&
    value !== null &&
    'owner' in value &&
    typeof value.owner === 'string' &&
    'clientId' in value &&
    typeof value.clientId === 'string' &&
    'text' in value &&
    typeof value.text === 'string' &&
    'at' in value &&
    typeof value.at === 'number'
  );
}

const useKept = create<Kept>()(
  persist<Kept, [], [], Kept>(() => accept({}), {
    name: 'chat',
    storage: perField<Kept>('sessionStorage', ['chatToken', 'chatUnsent'], accept),
    partialize: (kept) => kept,
  }),
);

export function visitorToken(): string | null {
  const { chatToken } = useKept.getState();
  return chatToken === '' ? null : chatToken;
}

export function setVisitorToken(token: string | null): void {
  useKept.setState({ chatToken: token ?? '' });
}

/** What this person has not sent yet. Another user's draft of this window stays theirs, hidden. */
export function keptUnsent(owner: string): readonly Unsent[] {
  const own = useKept.getState().chatUnsent.filter((one) => one.owner === owner);
  return own.map(({ clientId, text, at }) => ({ clientId, text, at, image: null, tries: 0, refused: null }));
}

/** Whether a user no longer signed in has left unsent text in this window. */
export const keptForOwner = (): boolean => useKept.getState().chatUnsent.some(({ owner }) => owner !== visitorOwner);

export function keepUnsent(unsent: readonly Unsent[], owner: string): void {
  const others = useKept.getState().chatUnsent.filter((one) => one.owner !== owner);
  const own = unsent.filter(({ image }) => image === null).map((one) => ({ ...one, owner }));
  useKept.setState({ chatUnsent: [...others, ...own] });
}
