export { serveConsole } from './console-app.ts';
