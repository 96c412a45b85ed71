import { user } from '@assay/contract/endpoints/user.ts';
import { type Http, serve } from '../platform/http.ts';
import { listNotifications, listPreferences } from './queries.ts';
import { readNotification } from './read-notification.ts';
import { setPreference } from './set-preference.ts';

/** GET listNotification, notificationPreferences · POST readNotification, setNotificationPreference */
export function serveNotifications(http: Http): void {
  const { db, clock } = http;
  serve(http, user.listNotification, (call, input) => listNotifications(db, call.user.id, input));
  serve(http, user.readNotification, (call, input) => readNotification(db, call.user.id, clock.now(), input));
  serve(http, user.notificationPreferences, (call) => listPreferences(db, call.user.id));
  serve(http, user.setNotificationPreference, (call, input) => setPreference(db, call.user.id, input));
}
