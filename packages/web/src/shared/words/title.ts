import { useEffect } from 'react';

/** Names the page in the window's title. Every page calls it once. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Assay' : `${title} · Assay`;
  }, [title]);
}
