export { alertsAdjuster } from './adjust.ts';
export type { AlertsContext } from './context.ts';
export { serveAlerts } from './routes.ts';
export { alertsSource } from './source.ts';
