import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { parse, perField } from '../../shared/client/storage.ts';
import type { Unsent } from './merge.ts';

/** What this window alone keeps: a visitor's token, which is the only key to the conversation, and texts on their way. */
interface Kept {
  readonly chatToken: string;
  readonly chatUnsent: readonly Unsent[];
  /** Whose texts they are. */
  readonly chatOwner: string;
}

/** Who is not signed in. */
export const visitorOwner = 'visitor';

function accept(found: Readonly<Record<string, string | undefined>>): Kept {
  const unsent = parse(found['chatUnsent']);
  return {
    chatToken: found['chatToken'] ?? '',
    chatUnsent: Array.isArray(unsent) ? unsent.filter(isUnsent) : [],
    chatOwner: found['chatOwner'] ?? visitorOwner,
  };
}

function isUnsent(value: unknown): value is Unsent {
  return (
    typeof value === 'object' &&
    value !== null &&
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
    storage: perField<Kept>(sessionStorage, ['chatToken', 'chatUnsent', 'chatOwner'], accept),
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

/** What this person has not sent yet. What somebody else wrote in this window before is nobody's to send. */
export function keptUnsent(owner: string): readonly Unsent[] {
  const { chatUnsent, chatOwner } = useKept.getState();
  return chatOwner === owner ? chatUnsent.map((one) => ({ ...one, image: null, tries: 0, refused: null })) : [];
}

export function keepUnsent(unsent: readonly Unsent[], owner: string): void {
  useKept.setState({ chatUnsent: unsent.filter(({ image }) => image === null), chatOwner: owner });
}
