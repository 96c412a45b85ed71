import { lazyPage } from '../../../ui/lazy-page.ts';

const Nothing = () => null;

/** News beside a page: where their code does not arrive, the page stands without them. */
export const LateConcerning = lazyPage(() =>
  import('./concerning.tsx').then(
    (part) => part.Concerning,
    () => Nothing,
  ),
);
