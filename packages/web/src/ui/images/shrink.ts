import { imageBytesMax } from '@assay/contract/vocabulary/limits.ts';

/** What a file of the person's choice became; the limit and the formats are those of the server. */
export type Prepared =
  | { readonly file: File; readonly reducedFrom: number | null; readonly visible: boolean }
  | { readonly refused: '11024' | '11025' | '11028' };

const edges = [3000, 2200, 1600];
const quality = 0.88;

/** A photo that is larger than the server takes is made smaller here; one that this browser cannot read has to fit. */
export async function prepare(file: File): Promise<Prepared> {
  const format = await formatOf(file);
  if (format === undefined) return { refused: '11025' };
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (bitmap === undefined) {
    // Most browsers do not show JPEG 2000; the server reads it all the same.
    if (format !== 'jpeg2000') return { refused: '11028' };
    return file.size > imageBytesMax ? { refused: '11024' } : { file, reducedFrom: null, visible: false };
  }
  try {
    if (file.size <= imageBytesMax) return { file, reducedFrom: null, visible: true };
    for (const edge of edges) {
      const smaller = await draw(bitmap, edge);
      if (smaller !== null && smaller.size <= imageBytesMax) {
        return { file: new File([smaller], 'photo.jpg', { type: 'image/jpeg' }), reducedFrom: file.size, visible: true };
      }
    }
    return { refused: '11024' };
  } finally {
    bitmap.close();
  }
}

/** By the first bytes, never by the name. */
async function formatOf(file: Blob): Promise<'jpeg' | 'png' | 'jpeg2000' | undefined> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const startsWith = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (startsWith(0xff, 0xd8, 0xff)) return 'jpeg';
  if (startsWith(0x89, 0x50, 0x4e, 0x47)) return 'png';
  const jpeg2000 = startsWith(0xff, 0x4f, 0xff, 0x51) || startsWith(0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20);
  return jpeg2000 ? 'jpeg2000' : undefined;
}

function draw(bitmap: ImageBitmap, edge: number): Promise<Blob | null> {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
