import { createRequire } from 'node:module';
import type { Sharp } from 'sharp';

/** What the header of a JPEG 2000 picture promises. */
export interface Jpeg2000Header {
  readonly width: number;
  readonly height: number;
  /** How often the decoder can leave out half of the resolution. */
  readonly levels: number;
}

/** Cameras and scanners write one tile or a few hundred; each costs memory before a single pixel is read. */
const tilesMax = 4096;
const marker = { start: 0xff4f, size: 0xff51, coding: 0xff52, tile: 0xff90 } as const;
/** Decoding costs some 50 bytes for each pixel, so what is larger is decoded at half its edges, or a quarter. */
const decodedPixelsMax = 8_000_000;
const sizeBytes = 38;
const componentBytes = 3;

/**
 * Reads size and shape from the codestream's SIZ segment (ISO 15444-1, A.5.1), raw or inside of a jp2 file, before anything
 * is decoded. Undefined when there is none, or when it asks for what no photo needs: subsampled or more than four
 * components, more than 16 bits, thousands of tiles.
 */
export function readHeader(bytes: Buffer): Jpeg2000Header | undefined {
  const codestream = codestreamOf(bytes);
  if (codestream === undefined || codestream.length < 4 + sizeBytes) return undefined;
  if (codestream.readUInt16BE(0) !== marker.start || codestream.readUInt16BE(2) !== marker.size) return undefined;
  const at = (offset: number) => codestream.readUInt32BE(8 + offset);
  const [right, bottom, left, top, tileWidth, tileHeight, tilesLeft, tilesTop] = [0, 4, 8, 12, 16, 20, 24, 28].map(at);
  if (right === undefined || bottom === undefined || left === undefined || top === undefined) return undefined;
  if (tileWidth === undefined || tileHeight === undefined || tilesLeft === undefined || tilesTop === undefined)
    return undefined;
  if (tileWidth === 0 || tileHeight === 0) return undefined;
  const components = codestream.readUInt16BE(40);
  if (![1, 3, 4].includes(components) || codestream.length < 42 + components * componentBytes) return undefined;
  for (let index = 0; index < components; index += 1) {
    const [depth = 0, stepX, stepY] = codestream.subarray(42 + index * componentBytes);
    const signed = depth > 127;
    if (signed || depth + 1 > 16 || stepX !== 1 || stepY !== 1) return undefined;
  }
  const tiles = Math.ceil((right - tilesLeft) / tileWidth) * Math.ceil((bottom - tilesTop) / tileHeight);
  const [width, height] = [right - left, bottom - top];
  if (width <= 0 || height <= 0 || tiles <= 0 || tiles > tilesMax) return undefined;
  return { width, height, levels: levelsOf(codestream) };
}

/** Decomposition levels, by the COD segment of the main header (A.6.1). */
function levelsOf(codestream: Buffer): number {
  let offset = 2;
  while (offset + 10 <= codestream.length) {
    const kind = codestream.readUInt16BE(offset);
    if (kind === marker.coding) return codestream.readUInt8(offset + 9);
    if (kind === marker.tile || kind < 0xff00) return 0;
    offset += 2 + codestream.readUInt16BE(offset + 2);
  }
  return 0;
}

/** By the first bytes: a codestream, or the signature of the file format. */
export function isJpeg2000(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  return start.startsWith('ff4fff51') || start === '0000000c6a502020';
}

/** The codestream itself: the bytes, or the content of the first `jp2c` box of the file format. */
function codestreamOf(bytes: Buffer): Buffer | undefined {
  if (bytes.length >= 2 && bytes.readUInt16BE(0) === marker.start) return bytes;
  let offset = 0;
  while (offset + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(offset);
    if (bytes.toString('latin1', offset + 4, offset + 8) === 'jp2c') {
      // A length of 1 says that 64 bits of length follow; one of 0 that the box reaches to the end.
      return bytes.subarray(offset + (length === 1 ? 16 : 8));
    }
    if (length < 8) return undefined;
    offset += length;
  }
  return undefined;
}

interface Decoder {
  getEncodedBuffer(length: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  decodeSubResolution(level: number, layer: number): void;
  calculateSizeAtDecompositionLevel(level: number): { width: number; height: number };
  getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number };
  delete(): void;
}
type Load = (options: { print(): void; printErr(): void }) => Promise<{ J2KDecoder: new () => Decoder }>;

/**
 * Decodes by OpenJPEG, at less than the full size where that is large. Undefined when even so it would cost too much, or is
 * not what the header promised. The caller has seen the header, and throws the thread away when this takes too long.
 */
export async function decode(
  bytes: Buffer,
  { width, height, levels }: Jpeg2000Header,
  sharp: (raw: Buffer, width: number, height: number, channels: 1 | 3 | 4) => Sharp,
): Promise<Sharp | undefined> {
  const level = Math.max(0, Math.ceil(Math.log2((width * height) / decodedPixelsMax) / 2));
  if (level > levels) return undefined;
  // The package is CommonJS, carries no types, and chooses its file by name.
  const load = createRequire(import.meta.url)('@cornerstonejs/codec-openjpeg/decodewasmjs') as Load;
  const { J2KDecoder } = await load({ print: () => undefined, printErr: () => undefined });
  const decoder = new J2KDecoder();
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decodeSubResolution(level, 0);
    const { bitsPerSample, componentCount: channels } = decoder.getFrameInfo();
    const size = decoder.calculateSizeAtDecompositionLevel(level);
    const samples = size.width * size.height * channels;
    const decoded = decoder.getDecodedBuffer();
    if ((channels !== 1 && channels !== 3 && channels !== 4) || decoded.length < samples) return undefined;
    return sharp(toBytes(decoded, samples, bitsPerSample), size.width, size.height, channels);
  } finally {
    decoder.delete();
  }
}

/** Eight bits for each sample, whatever the picture had. */
function toBytes(decoded: Uint8Array, samples: number, bits: number): Buffer {
  if (bits === 8) return Buffer.from(decoded.subarray(0, samples));
  const plain = Buffer.alloc(samples);
  const most = 2 ** bits - 1;
  const view = new DataView(decoded.buffer, decoded.byteOffset, decoded.byteLength);
  const wide = bits > 8;
  for (let index = 0; index < samples; index += 1) {
    const sample = wide ? view.getUint16(index * 2, true) : view.getUint8(index);
    plain[index] = Math.round((Math.min(sample, most) / most) * 255);
  }
  return plain;
}
