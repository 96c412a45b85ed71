// Runs in the browser before each file of component tests: the site's styles, texts and first attributes, in English.
import '../src/ui/base.css';
import { beforeEach } from 'vitest';
import { configure } from 'vitest-browser-react/pure';
import { speak } from './around.tsx';

Object.assign(document.documentElement.dataset, { layout: 'desktop', theme: 'dark', pair: 'red-up' });
configure({ reactStrictMode: true });

const { startI18n } = await import('../src/shared/words/i18n.ts');
await startI18n([]);

beforeEach(() => speak('en'));
