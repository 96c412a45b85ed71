// Runs in the browser before each file of component tests: the site's styles, texts and first attributes, in English.
import '../src/ui/base.css';
import { beforeEach, expect } from 'vitest';
import { configure } from 'vitest-browser-react/pure';
import { server } from 'vitest/browser';
import { useSession } from '../src/shared/client/session.ts';
import { speak } from './around.tsx';

Object.assign(document.documentElement.dataset, { layout: 'desktop', theme: 'dark', pair: 'red-up' });
configure({ reactStrictMode: true });

// An element that never comes would be waited for as long as its test lasts: what holds for every other wait is not handed on.
const { element } = expect;
const { poll } = server.config.expect;
expect.element = (subject, options) => element(subject, { ...poll, ...options });

const { startI18n } = await import('../src/shared/words/i18n.ts');
await startI18n([]);

// Files share the browser's storage: nobody is signed in from the one before.
beforeEach(() => {
  const { token, isLogin, userInfo, virtualStatus } = useSession.getInitialState();
  useSession.setState({ token, isLogin, userInfo, virtualStatus });
  return speak('en');
});
