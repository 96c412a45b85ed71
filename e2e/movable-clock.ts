// Loaded into the server before its own code: the one who started it may move its clock ahead. Timers keep their pace, so
// what happens at a moment happens at the next look at the clock.
const RealDate = Date;
let ahead = 0;

class MovableDate extends RealDate {
  constructor(...args: []) {
    // With arguments it is the moment that they name.
    if (args.length === 0) super(MovableDate.now());
    else super(...args);
  }

  static override now(): number {
    return RealDate.now() + ahead;
  }
}

globalThis.Date = MovableDate as DateConstructor;

process.on('message', (ms: number) => {
  ahead += ms;
  process.send?.(ahead);
});
// Nobody has to let go of it for the server to end.
process.channel?.unref();
