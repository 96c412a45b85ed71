import { isOpen, lastOpenMoment } from '@assay/domain/market/hours.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { hash, seedOf } from '@assay/domain/market/random-path.ts';
import { createSimulator } from '@assay/domain/market/simulator.ts';
import type { Emit, Feed, WallClock } from './feed.ts';

export interface SimulatorOptions {
  readonly instruments: readonly Instrument[];
  /** The same seed gives the same prices at the same moments, in every process. */
  readonly seed: number;
  readonly now: WallClock;
  /** Milliseconds between steps, 250 to 1000. */
  readonly stepMs?: number;
}

/**
 * Simulated prices in real time. Like a market, it does not quote everything at once: in a step each instrument speaks
 * by chance, liquid ones more often, but never stays silent for as long as would make it stale.
 */
export function simulatorFeed({ instruments, seed, now, stepMs = 500 }: SimulatorOptions): Feed {
  if (!(stepMs >= 250 && stepMs <= 1000)) throw new Error(`a step of the simulator takes 250 to 1000 ms, not ${stepMs}`);
  const simulator = createSimulator(seed);
  const voices = instruments.map((instrument) => ({
    instrument,
    seed: seedOf(seed, `voice/${instrument.id}`),
    chance: instrument.halfSpreadPpm <= liquidSpreadPpm ? liquidChance : thinChance,
    quotedAt: Number.NEGATIVE_INFINITY,
  }));
  let timer: NodeJS.Timeout | undefined;
  let speaking = false;

  /** The next step waits until the last one counts: simulated time stands still while nothing can be kept. */
  async function speak(emit: Emit): Promise<void> {
    if (speaking) return;
    speaking = true;
    await Promise.all(quotesOfStep().map((quote) => emit(quote)));
    speaking = false;
  }

  function quotesOfStep(): Quote[] {
    const quotes: Quote[] = [];
    const step = Math.floor(now() / stepMs);
    const time = step * stepMs;
    for (const voice of voices) {
      const { instrument, quotedAt } = voice;
      if (time <= quotedAt || !isOpen(instrument.hours, time)) continue;
      const elapsedMs = time - quotedAt;
      const bySpeech = hash(voice.seed, 0, step & 0x7fffffff) < voice.chance * 2 ** 32;
      if (!bySpeech && elapsedMs < silenceMsMax) continue;
      voice.quotedAt = time;
      quotes.push(simulator.quoteAt(instrument, time, Math.min(elapsedMs, silenceMsMax)));
    }
    return quotes;
  }

  /** What is closed at the start shows the last price of its session. */
  function showLastPrices(emit: Emit): void {
    const time = now();
    for (const { instrument } of voices) {
      if (isOpen(instrument.hours, time)) continue;
      void emit(simulator.quoteAt(instrument, lastOpenMoment(instrument.hours, time), 0));
    }
  }

  return {
    kind: 'simulated',
    codes: new Set(instruments.map((instrument) => instrument.code)),
    start: async (emit) => {
      showLastPrices(emit);
      void speak(emit);
      timer = setInterval(() => void speak(emit), stepMs);
    },
    stop: async () => clearInterval(timer),
  };
}

const liquidSpreadPpm = 60;
const liquidChance = 0.5;
const thinChance = 0.15;
/** Well below the ten seconds after which a coin counts as stale. */
const silenceMsMax = 4_000;
