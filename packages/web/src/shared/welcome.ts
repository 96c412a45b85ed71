import { storageOf } from '@assay/contract/storage.ts';
import { create } from 'zustand';

/** The steps of the first trade, as the coach leads through them. */
export const coachSteps = ['size', 'leverage', 'figures', 'send'] as const;
type CoachStep = (typeof coachSteps)[number];

const doneKey = 'coachDone';
const shelf = storageOf('localStorage');

interface Welcome {
  /** A user has just registered. */
  isNew: boolean;
  /** The place of the coach; null while it is hidden. */
  coach: CoachStep | null;
  /** The place of the coach within a sheet, which would otherwise cover it and take its presses; null while none is open. */
  place: HTMLElement | null;
  setPlace(place: HTMLElement | null): void;
  greet(): void;
  end(): void;
  /** Begins the coach, once in this browser. */
  begin(): void;
  /** Goes on to the next step; after the last one, or when it is sent away, it does not come back. */
  go(step: CoachStep | null): void;
}

/** The first minutes of a new customer. */
export const useWelcome = create<Welcome>()((set) => ({
  isNew: false,
  coach: null,
  place: null,
  setPlace: (place) => set({ place }),
  greet: () => set({ isNew: true }),
  end: () => set({ isNew: false }),
  begin: () => set({ isNew: false, coach: shelf.get(doneKey) === null ? coachSteps[0] : null }),
  go: (coach) => {
    if (coach === null) shelf.set(doneKey, 'true');
    set({ coach });
  },
}));
