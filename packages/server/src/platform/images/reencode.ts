import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { decode, readHeader } from './jpeg2000.ts';

export interface Reencoded {
  readonly bytes: Uint8Array;
  readonly type: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
}
/** Not JPG, JPEG 2000 or PNG; more than 25 megapixels; of a right type, but not to be read. */
export type Unusable = 'format' | 'pixels' | 'damaged';

const pixelsMax = 25_000_000;
/** A reader needs no more, and what is kept stays small. */
const edgeMax = 4096;
const secondsMax = 10;
/** A PNG that would be kept larger than this becomes a JPEG. */
const pngBytesMax = 4 * 1024 * 1024;
const jpeg = { quality: 90 } as const;

const jpeg2000 = new Set(['image/jp2', 'image/jpx', 'image/j2c']);

// One picture at a time for each thread, and nothing of one person is kept while another's is worked on.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Makes a new picture of the pixels alone: upright, without metadata, and without whatever else the file carried. What it is
 * shows its content, never its name; how large it is shows its header, before a pixel is decoded.
 */
export async function reencode(bytes: Buffer): Promise<Reencoded | Unusable> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  try {
    if (type === 'image/jpeg' || type === 'image/png') return await fromCommon(bytes, type);
    if (jpeg2000.has(type)) return await fromJpeg2000(bytes);
    return 'format';
  } catch {
    return 'damaged';
  }
}

async function fromCommon(bytes: Buffer, type: 'image/jpeg' | 'image/png'): Promise<Reencoded | Unusable> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > pixelsMax) return 'pixels';
  const picture = sharp(bytes, { limitInputPixels: pixelsMax, sequentialRead: true }).autoOrient();
  return type === 'image/png' ? toPng(picture) : toJpeg(picture);
}

async function fromJpeg2000(bytes: Buffer): Promise<Reencoded | Unusable> {
  const header = readHeader(bytes);
  if (header === undefined) return 'damaged';
  if (header.width * header.height > pixelsMax) return 'pixels';
  const picture = await decode(bytes, header, (raw, width, height, channels) =>
    sharp(raw, { raw: { width, height, channels } }),
  );
  return picture === undefined ? 'damaged' : toJpeg(picture);
}

/** Within the edge, in the colours that every screen shows. Metadata is not requested, so none is written. */
const prepared = (picture: Sharp) =>
  picture
    .resize({ width: edgeMax, height: edgeMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: secondsMax });

async function toJpeg(picture: Sharp): Promise<Reencoded> {
  const { data, info } = await prepared(picture)
    .flatten({ background: '#fff' })
    .jpeg(jpeg)
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, type: 'image/jpeg', width: info.width, height: info.height };
}

async function toPng(picture: Sharp): Promise<Reencoded> {
  const { data, info } = await prepared(picture).png({ compressionLevel: 8 }).toBuffer({ resolveWithObject: true });
  if (data.length > pngBytesMax) return toJpeg(sharp(data));
  return { bytes: data, type: 'image/png', width: info.width, height: info.height };
}
