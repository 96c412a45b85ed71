import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startFeed } from './shared/feed.ts';
import { startI18n } from './shared/i18n.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

startFeed();
await startI18n();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
