import type { Logger } from './log.ts';

/** A graceful stop that takes longer than this is cut off. */
const stopMsMax = 10_000;

export interface Lifecycle {
  /** Remembers how to stop what has just been started; stops run in reverse order. */
  onStop(name: string, stop: () => unknown): void;
  stop(): Promise<void>;
}

export function createLifecycle(log: Logger): Lifecycle {
  const stops: { name: string; stop: () => unknown }[] = [];
  let stopping: Promise<void> | undefined;

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
    stop: () => (stopping ??= stopAll()),
  };
}

/** Stops on SIGINT and SIGTERM within ten seconds; a second signal, or an error that nobody caught, ends at once. */
export function stopOnSignals(lifecycle: Lifecycle, log: Logger): void {
  let asked = false;
  const stop = (code: number) => {
    if (asked) process.exit(1);
    asked = true;
    setTimeout(() => process.exit(1), stopMsMax).unref();
    void lifecycle.stop().then(() => process.exit(code));
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));
  // State after an uncaught error can't be trusted: the database holds what was acknowledged, so leave and start anew.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught');
    stop(1);
  });
}
