import { lazyPage } from '../../../ui/lazy-page.ts';

const Nothing = () => null;

/** News beside a page: where their code fails to load, the page is shown without them. */
export const LateConcerning = lazyPage(() =>
  import('./concerning.tsx').then(
    (part) => part.Concerning,
    () => Nothing,
  ),
);
