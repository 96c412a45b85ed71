// Recorded days written by hand, so that a story knows every price before it begins.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { type OwnApp, clientOf, temporaryFolder, until } from './harness.ts';
import { ownApp, sharedBrowser } from './shared.ts';

const minuteMs = 60_000;
const minutesOfDay = 1440;

export interface RecordedBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The bar of a minute of the day; undefined where nothing was recorded. */
export type Recording = (minute: number) => RecordedBar | undefined;

/** A file's name without its ending, such as crypto-BTCUSD-20240115, with what was recorded. */
export type RecordedDays = Readonly<Record<string, Recording>>;

/** Writes a folder to replay. */
export async function recordedFolder(days: RecordedDays): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, recording] of Object.entries(days)) {
    const [, year, month, date] = /-(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
    const start = Date.parse(`${year}-${month}-${date}T00:00:00Z`);
    const lines = Array.from({ length: minutesOfDay }, (_, minute) => {
      const bar = recording(minute);
      return bar && [start + minute * minuteMs, bar.open, bar.high, bar.low, bar.close, bar.volume].join(',');
    });
    const text = ['time_ms,open,high,low,close,volume', ...lines.filter((line) => line !== undefined), ''].join('\n');
    await writeFile(join(folder, `${name}.csv`), text);
  }
  return folder;
}

/** Rests at one price; in the last minute of each wave it falls to another, and is back within the same minute. */
export function dipping({ rest, dip, minutes }: { rest: number; dip: number; minutes: number }): Recording {
  return (minute) => {
    const falls = minute % minutes === minutes - 1;
    const low = falls ? dip : rest;
    return { open: low, high: rest, low, close: rest, volume: 1 };
  };
}

/** Never the same price twice in a row. */
export function restless(around: number): Recording {
  return (minute) => {
    const open = around + (minute % 7) * 2 + 1;
    const close = around + ((minute + 3) % 7) * 2;
    return { open, high: Math.max(open, close) + 2, low: Math.min(open, close) - 2, close, volume: 1 + (minute % 5) };
  };
}

/** During acts of a story, a replay plays at this part of its speed. */
const calmPace = 1 / 8;

/** Plays on until the replay is in the calm of a wave, which lasts from then on: the following acts may take long. */
export async function untilCalm(app: OwnApp, instrumentId: string, minutes: number): Promise<void> {
  const visitor = clientOf(app);
  await app.paceClock(1);
  await until('the calm between two dips', async () => {
    const { quoteTime } = await visitor(customerCalls.index.getMarketInfo, { id: instrumentId });
    const minute = Math.floor(Date.parse(quoteTime ?? '') / minuteMs) % minutes;
    return minute < minutes / 2 ? true : undefined;
  });
  await app.paceClock(calmPace);
}

/** All is done that takes a calm: the replay plays on at its speed, to the next dip. */
export const endCalm = (app: OwnApp): Promise<void> => app.paceClock(1);

/** Bitcoin rests at 40,000 and dips to 39,600 once in 16 recorded minutes, which are as many seconds of `dippingApp`. */
export const wave = { rest: 40_000, dip: 39_600, minutes: 16 };

/** An app that replays these days, and a browser. */
export async function dippingApp(): Promise<{ app: OwnApp; browser: Browser; close: () => Promise<void> }> {
  const days = await recordedFolder({ 'crypto-BTCUSD-20240115': dipping(wave) });
  const [app, browser] = await Promise.all([ownApp({ args: ['--replay', days, '--speed', '60'] }), sharedBrowser()]);
  const close = async () => {
    await browser.close();
    await app.stop();
    await rm(days, { recursive: true });
  };
  return { app, browser, close };
}
