import { create } from 'zustand';

/** What browsers that can install a site announce; it is in no standard library of types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

interface Install {
  /** The browser would install the site on a press. */
  offered: boolean;
  installed: boolean;
  install(): Promise<void>;
}

let kept: InstallPromptEvent | undefined;

export const useInstall = create<Install>()((set) => ({
  offered: false,
  installed: window.matchMedia('(display-mode: standalone)').matches,
  install: async () => {
    const prompt = kept;
    // It may be shown once.
    kept = undefined;
    set({ offered: false });
    await prompt?.prompt();
  },
}));

/** Keeps the browser's install prompt until it is requested. Listens from the start: the event comes early, and once. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPromptEvent;
    useInstall.setState({ offered: true });
  });
  window.addEventListener('appinstalled', () => useInstall.setState({ offered: false, installed: true }));
}
