export { outboxJob, serveOutbox } from './outbox.ts';
