export { notificationJobs } from './jobs.ts';
export { type NewNotification, type Notify, createNotify, notifyMany } from './notify.ts';
export { outboxJob, serveOutbox } from './outbox.ts';
export { serveNotifications } from './routes.ts';
