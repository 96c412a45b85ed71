import { user } from '@assay/contract/endpoints/user.ts';
import { type Http, serve } from '../../platform/http.ts';
import { type PushContext, addDevice, listDevices, removeDevice } from './devices.ts';
import { sawNotification } from './seen.ts';

/** GET pushDevices · POST addPushDevice, removePushDevice, seenNotification */
export function servePush(http: Http, context: PushContext): void {
  serve(http, user.pushDevices, (call) => listDevices(context, context.db, call));
  serve(http, user.addPushDevice, (call, input) => addDevice(context, call, input));
  serve(http, user.removePushDevice, (call, input) => removeDevice(context, call, input));
  serve(http, user.seenNotification, (call, { id }) => sawNotification(context.db, call.user.id, id));
}
