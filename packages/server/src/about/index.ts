export { serveAbout } from './routes.ts';
export { serveUnitsDesk } from './units.ts';
