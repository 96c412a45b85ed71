import { Suspense, useEffect } from 'react';
import { usePalette } from '../shared/palette.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyPage } from '../ui/lazy-page.ts';

const Palette = lazyPage(() => import('../features/palette/palette.tsx').then((module) => module.Palette));

/** Ctrl+K, or Cmd+K, opens the command palette on every page; its code comes with the first press. */
export function PaletteHost() {
  const open = usePalette((state) => state.open);
  const setOpen = usePalette((state) => state.setOpen);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey || event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      setOpen(!usePalette.getState().open);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [setOpen]);
  return open ? (
    <ErrorBoundary what="nothing">
      <Suspense fallback={null}>
        <Palette />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
