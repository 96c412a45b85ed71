import type { ImageParts } from '@assay/contract/endpoints/endpoint.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { requestBytesMax } from '@assay/contract/vocabulary/limits.ts';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from './refusal.ts';

/** Form data has this many fields at most, each of a few lines; pictures are limited while they stream in. */
export const formLimits = {
  fieldNameSize: 64,
  fieldSize: 4096,
  fields: 40,
  files: 8,
  parts: 48,
  fileSize: requestBytesMax + 1,
};

export interface Form {
  /** As they were sent; nothing of them is checked yet. */
  readonly fields: unknown;
  /** Files by their part's name, none of them empty. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/**
 * Reads the fields and pictures of a multipart call; one without pictures may be JSON. A picture that is too large is
 * counted to its end and dropped, so that its sender learns why. Refused with 400 (malformed, unknown or doubled
 * parts), 413 (the whole request), 11024 (a picture, by its part's name).
 */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ImageParts,
  imageBytesMax: number,
): Promise<Form | Refusal> {
  if (!request.isMultipart()) return { fields: request.body ?? {}, files: new Map() };
  if (Number(request.headers['content-length'] ?? 0) > requestBytesMax) return tooLarge(reply);
  const form = new FormReading(parts, imageBytesMax);
  try {
    for await (const part of request.parts()) {
      const refusal = await form.add(part);
      if (refusal === '413') return tooLarge(reply);
    }
  } catch {
    // The parser throws at what is malformed, cut off or too much of it; all of it is the sender's.
    return form.refused ?? refuse('400');
  }
  return form.refused ?? form;
}

/** The rest is not read, so the connection ends with the answer. */
function tooLarge(reply: FastifyReply): Refusal {
  reply.header('Connection', 'close');
  return refuse('413', {}, { limit: inMegabytes(requestBytesMax) });
}

class FormReading implements Form {
  readonly fields: Record<string, unknown> = {};
  readonly files = new Map<string, Buffer>();
  readonly #parts: ImageParts;
  readonly #imageBytesMax: number;
  readonly #malformed: Record<string, Code> = {};
  readonly #tooLarge: Record<string, Code> = {};
  #bytes = 0;

  constructor(parts: ImageParts, imageBytesMax: number) {
    this.#parts = parts;
    this.#imageBytesMax = imageBytesMax;
  }

  get refused(): Refusal | undefined {
    if (Object.keys(this.#malformed).length > 0) return refuse('400', this.#malformed);
    if (Object.keys(this.#tooLarge).length === 0) return undefined;
    return refuse('11024', this.#tooLarge, { limit: inMegabytes(this.#imageBytesMax) });
  }

  async add(part: Multipart): Promise<'413' | undefined> {
    const name = part.fieldname;
    const known = part.type === 'file' ? Object.hasOwn(this.#parts, name) : !Object.hasOwn(this.#parts, name);
    if (!known || Object.hasOwn(this.fields, name) || this.files.has(name)) this.#malformed[name] = '400';
    if (part.type === 'file') return this.#addFile(name, part, known);
    if (part.valueTruncated || typeof part.value !== 'string') this.#malformed[name] = '400';
    this.fields[name] = part.value;
    return undefined;
  }

  async #addFile(name: string, part: MultipartFile, known: boolean): Promise<'413' | undefined> {
    let chunks: Buffer[] = [];
    let bytes = 0;
    // The stream of a file is of bytes, which its types leave open.
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      this.#bytes += chunk.length;
      if (this.#bytes > requestBytesMax) return '413';
      if (bytes > this.#imageBytesMax || !known) chunks = [];
      else chunks.push(chunk);
    }
    if (bytes > this.#imageBytesMax) this.#tooLarge[name] = '11024';
    // What a browser sends for a file that was not chosen is a file without content.
    else if (bytes > 0 && known) this.files.set(name, Buffer.concat(chunks));
    return undefined;
  }
}

/** As people read it: 2 MB, 512 kB. */
export function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes >= 1 ? `${Number(megabytes.toFixed(1))} MB` : `${Math.floor(bytes / 1024)} kB`;
}

/** 11026 with the names of the pictures that the call needs and did not get. */
export function missingImages(parts: ImageParts, files: ReadonlyMap<string, Buffer>): Refusal | undefined {
  const missing = Object.keys(parts).filter((name) => parts[name] === 'required' && !files.has(name));
  if (missing.length === 0) return undefined;
  return refuse('11026', Object.fromEntries(missing.map((name): [string, Code] => [name, '11026'])));
}
