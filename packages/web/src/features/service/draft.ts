import { create } from 'zustand';

interface Draft {
  readonly text: string;
  /** Grows whenever the draft was changed from outside of the field: the field then takes the focus. */
  readonly begun: number;
  write(text: string): void;
  /** Puts first words into the field. */
  begin(text: string): void;
}

/** The text of the field that is not sent yet. */
export const useDraft = create<Draft>()((set) => ({
  text: '',
  begun: 0,
  write: (text) => set({ text }),
  begin: (text) => set(({ begun }) => ({ text, begun: begun + 1 })),
}));
