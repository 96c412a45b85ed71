import { create } from 'zustand';

interface Draft {
  readonly text: string;
  /** Grows whenever somebody else than the field has written: the field then takes the focus. */
  readonly begun: number;
  write(text: string): void;
  /** Puts first words into the field. */
  begin(text: string): void;
}

/** What stands in the field and is not sent yet. */
export const useDraft = create<Draft>()((set) => ({
  text: '',
  begun: 0,
  write: (text) => set({ text }),
  begin: (text) => set(({ begun }) => ({ text, begun: begun + 1 })),
}));
