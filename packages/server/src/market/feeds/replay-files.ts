import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  chooseRange,
  parseReplayFile,
  parseReplayName,
  ReplayError,
  type ReplayFile,
  type ReplayRange,
  replayRanges,
} from '@assay/domain/market/replay.ts';

const filesMax = 5_000;
const fileBytesMax = 8 * 1024 * 1024;

/**
 * Reads the recorded days to replay: one file, or the files of one range of days in a directory (the range that `day`,
 * yyyy-mm-dd, lies in; without it the one with most files). Throws `ReplayError` with a sentence for the operator who
 * chose them.
 */
export async function readReplay(path: string, day?: string): Promise<ReplayRange<ReplayFile>> {
  const { directory, names } = await listFiles(path);
  if (names.length === 0) throw new ReplayError(path, undefined, 'there are no .csv files to replay');
  if (names.length > filesMax) throw new ReplayError(path, undefined, `more than ${filesMax} files`);
  const range = chooseRange(replayRanges(names.map(parseReplayName)), day);
  if (range === undefined) throw new ReplayError(path, undefined, `no recorded day near ${day}`);
  const files: ReplayFile[] = [];
  for (const { fileName } of range.files) files.push(await readRecorded(directory, fileName));
  return { ...range, files };
}

async function listFiles(path: string): Promise<{ directory: string; names: string[] }> {
  try {
    if ((await stat(path)).isFile()) return { directory: dirname(path), names: [basename(path)] };
    const names = await readdir(path);
    return { directory: path, names: names.filter((name) => name.endsWith('.csv')).toSorted() };
  } catch (error) {
    throw new ReplayError(path, undefined, `cannot be read (${reasonOf(error)})`);
  }
}

async function readRecorded(directory: string, fileName: string): Promise<ReplayFile> {
  const path = join(directory, fileName);
  let text: string;
  try {
    if ((await stat(path)).size > fileBytesMax) throw new ReplayError(path, undefined, 'the file is too large');
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof ReplayError) throw error;
    throw new ReplayError(path, undefined, `cannot be read (${reasonOf(error)})`);
  }
  return parseReplayFile(fileName, text);
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
