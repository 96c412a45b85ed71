import { keepFocus } from '@assay/contract/focus.ts';
import '@fontsource-variable/inter/opsz.css';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { createStyleCache } from './app/style-cache.ts';

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no place for the console');
keepFocus(document);
createRoot(place).render(
  <StrictMode>
    <CacheProvider value={createStyleCache()}>
      <Console />
    </CacheProvider>
  </StrictMode>,
);
