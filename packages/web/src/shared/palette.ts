import { create } from 'zustand';

interface PaletteState {
  readonly open: boolean;
  setOpen(open: boolean): void;
}

/** Whether the command palette is open; a key and a button of the frame open it. */
export const usePalette = create<PaletteState>()((set) => ({ open: false, setOpen: (open) => set({ open }) }));
