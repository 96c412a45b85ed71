import type { Logger } from './log.ts';

/** A graceful stop that takes longer than this is cut off. */
const stopMsMax = 10_000;

export interface Lifecycle {
  /** Remembers how to stop what has just been started; stops run in reverse order. */
  onStop(name: string, stop: () => unknown): void;
  stop(): Promise<void>;
  /** Whether it has been asked to stop: a load balancer should send it no more calls. */
  readonly leaving: boolean;
  /** Reports it, and continues as before for so many milliseconds: load balancers look only once in a while. */
  leave(ms: number): Promise<void>;
}

export function createLifecycle(log: Logger): Lifecycle {
  const stops: { name: string; stop: () => unknown }[] = [];
  let stopping: Promise<void> | undefined;
  let leaving = false;

  async function stopAll(): Promise<void> {
    for (const { name, stop } of stops.toReversed()) {
      try {
        await stop();
      } catch (error) {
        log.error({ err: error, part: name }, 'a part did not stop cleanly');
      }
    }
  }
  return {
    onStop: (name, stop) => stops.push({ name, stop }),
    stop: () => {
      leaving = true;
      return (stopping ??= stopAll());
    },
    get leaving() {
      return leaving;
    },
    leave: async (ms) => {
      leaving = true;
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    },
  };
}

/**
 * Stops within ten seconds: on SIGTERM, which service managers send, `drainMs` after it has said that it leaves; on SIGINT, of
 * a person at a terminal, at once. So does an uncaught error. A second signal ends it.
 */
export function stopOnSignals(lifecycle: Lifecycle, log: Logger, drainMs: number): void {
  let asked = false;
  const stop = (code: number, waitMs = 0) => {
    if (asked) process.exit(1);
    asked = true;
    setTimeout(() => process.exit(1), waitMs + stopMsMax).unref();
    void lifecycle
      .leave(waitMs)
      .then(() => lifecycle.stop())
      .then(() => process.exit(code));
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0, drainMs));
  // State after an uncaught error can't be trusted: the database holds what was acknowledged, so leave and start anew.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught');
    stop(1);
  });
}
