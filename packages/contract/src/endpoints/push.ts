import { z } from 'zod';
import { pushDevicesMax } from '../vocabulary/limits.ts';
import { id, isoTime } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

const device = z.object({
  id: z.string(),
  device: z.string().describe('browser and system, such as "Firefox · Linux"; empty when neither is recognised'),
  addedAt: isoTime,
  toldAt: isoTime.nullable().describe('when its push service last took something for it'),
  current: z.boolean().describe('the one of the session of this call'),
});
export type PushDevice = z.infer<typeof device>;

const devices = z.object({
  key: z.string().describe('of the house, in base64url: what a browser takes as `applicationServerKey`'),
  items: z.array(device).max(pushDevicesMax).describe('last added first'),
});
export type PushDevices = z.infer<typeof devices>;

/**
 * Calls of the user module that the specification does not name: devices that receive notifications while the site is
 * closed.
 */
export const pushCalls = {
  pushDevices: endpoint({
    method: 'GET',
    path: '/user/pushDevices',
    auth: 'user',
    summary: 'Devices that are told while the site is closed (beyond the specification)',
    input: {},
    result: devices,
  }),
  addPushDevice: endpoint({
    method: 'POST',
    path: '/user/addPushDevice',
    auth: 'user',
    summary: `Tells the browser of this session while the site is closed, at most ${pushDevicesMax} in all: the oldest falls off. It ends with the session`,
    input: {
      endpoint: z.string().max(1000).describe('of a known push service'),
      p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}$/),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
    },
    result: devices,
  }),
  removePushDevice: endpoint({
    method: 'POST',
    path: '/user/removePushDevice',
    auth: 'user',
    summary: 'Tells a device nothing more',
    input: { id },
    result: devices,
  }),
  seenNotification: endpoint({
    method: 'POST',
    path: '/user/seenNotification',
    auth: 'user',
    summary: 'Says that an open page has shown a notification: no device is told of it any more. It stays unread',
    input: { id },
    result: z.object({
      spared: z
        .boolean()
        .describe('whether that came in time: false where devices have been told by then, or never would have been'),
    }),
  }),
};
