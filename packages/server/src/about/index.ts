export { serveAbout } from './routes.ts';
