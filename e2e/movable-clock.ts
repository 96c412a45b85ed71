// Loaded into a server of a story before its own code: the one who started it may move its clock ahead, and slow it down. That is
// the clock of JavaScript and of the answers' `Date`. Timers keep their pace, and the database has its own time.
import { channel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

const RealDate = Date;
// One that is started again goes on where the last one was: time never runs back.
let ahead = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
/** As fast as the real one, or a part of that. */
let pace = 1;
let pacedSince = RealDate.now();
const ran = (): number => Math.floor((RealDate.now() - pacedSince) * pace);
const now = (): number => pacedSince + ran() + ahead;

globalThis.Date = new Proxy(RealDate, {
  // With arguments it is the moment that they name.
  construct: (target, args: [], newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
});

// Node writes the header from a clock of its own.
channel('http.server.request.start').subscribe((message) => {
  (message as { response: ServerResponse }).response.setHeader('Date', new RealDate(now()).toUTCString());
});

process.on('message', (wanted: { ms: number } | { pace: number }) => {
  if ('ms' in wanted) ahead += wanted.ms;
  else {
    const since = RealDate.now();
    ahead += pacedSince + ran() - since;
    pacedSince = since;
    pace = wanted.pace;
  }
  process.send?.(ahead);
});
// It does not keep the server from ending.
process.channel?.unref();
