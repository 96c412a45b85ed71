import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imageBytesMax } from '@assay/contract/vocabulary/limits.ts';
import sharp from 'sharp';
import type { Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import { EncoderPool, encoderLimits } from '../src/platform/images/encoder-pool.ts';
import { folderStore } from '../src/platform/images/folder-store.ts';
import { type Images, createImages } from '../src/platform/images/images.ts';
import { atEnd } from './at-end.ts';

/** A folder that goes with the calling file; created by the first write. */
export function testFolder(): string {
  const folder = join(tmpdir(), `assay-images-${randomBytes(6).toString('hex')}`);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Threads that may work on a picture for as long as a busy machine takes. */
export const patientEncoders = () => new EncoderPool({ ...encoderLimits, timeoutMs: 120_000 });

/** Pictures in a folder of their own. The threads start with the first picture. */
export function testImages(db: Database, clock: Clock): Images {
  const images = createImages({
    db,
    clock,
    store: folderStore(testFolder()),
    secret: 'a secret of this test alone, long enough',
    bytesMax: async () => imageBytesMax,
    pool: patientEncoders(),
  });
  atEnd(() => images.close());
  return images;
}

/** A small picture of one colour; another colour is another picture. */
export async function picture(color = '#336699', type: 'png' | 'jpeg' = 'png'): Promise<Blob> {
  const image = sharp({ create: { width: 32, height: 24, channels: 3, background: color } });
  return new Blob([Uint8Array.from(await image[type]().toBuffer())]);
}

/** A form as a browser would send it. */
export async function formOf(fields: Readonly<Record<string, unknown>>, files: Readonly<Record<string, Blob>>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields))
    data.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [name, file] of Object.entries(files)) data.append(name, file, `${name}.png`);
  const written = new Response(data);
  return { type: written.headers.get('content-type') ?? '', content: Buffer.from(await written.arrayBuffer()) };
}
