import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queryable, Transaction } from '../database.ts';
import type { Job } from '../jobs.ts';
import { Refusal, refuse } from '../refusal.ts';
import { deriveKey, seal, unseal } from '../seal.ts';
import { EncoderPool } from './encoder-pool.ts';
import type { Reencoded, Unusable } from './reencode.ts';
import type { ImageStore } from './store.ts';
import { forgetUploads, noteUploads, sweepJob } from './sweep.ts';
import { type Sender, Turns } from './turns.ts';

/** What a picture was handed in for; it decides which operators may see it. */
export type ImagePurpose = 'kyc' | 'deposit' | 'loan' | 'chat' | 'nft';

/** A picture that was sent with a call: re-encoded, sealed and stored, and without an owner until it is kept. */
export interface TakenImage {
  /** Of the file as it was sent, in hexadecimal. */
  readonly sha256: string;
  /** Makes it part of the transaction; a picture that is not kept is thrown away. Answers its id. */
  keep(tx: Transaction, as: { readonly ownerId: string | null; readonly purpose: ImagePurpose }): Promise<string>;
}

/** Pictures of one call by their names. */
export interface TakenImages {
  readonly byName: ReadonlyMap<string, TakenImage>;
  /** Throws away what was not kept; for when it is known that no transaction will keep it. */
  discard(): Promise<void>;
}

export interface StoredImage {
  readonly type: 'image/jpeg' | 'image/png';
  readonly bytes: Buffer;
}

export interface Images {
  /** Largest file that is taken in. */
  bytesMax(): Promise<number>;
  /** Runs a receiving of files in the sender's turn; 503 where too many of his wait already. */
  receive<T>(sender: Sender, work: () => Promise<T>): Promise<T | Refusal>;
  /** Refusals by the file's name: 11025 format, 11027 pixels, 11028 damaged; 503 when too many wait. */
  take(files: ReadonlyMap<string, Buffer>, sender?: Sender): Promise<TakenImages | Refusal>;
  /** For its owner. The view is recorded. 404 for another user's, and once it is erased. */
  readOwn(imageId: string, userId: string): Promise<StoredImage | Refusal>;
  /**
   * For an operator who may see pictures of these purposes, and of closed accounts if they may open retained data. The view is
   * recorded.
   */
  readForOperator(
    imageId: string,
    purposes: readonly ImagePurpose[],
    viewer: { readonly operatorId: string; readonly mayOpenKept: boolean; readonly caseNo?: string },
  ): Promise<StoredImage | Refusal>;
  /**
   * For a participant of the conversation or case that shows the picture, as a slice has found; the view is recorded
   * under that name.
   */
  readShared(imageId: string, purpose: ImagePurpose, viewerId: string): Promise<StoredImage | Refusal>;
  /** Public: only pictures that were made to be shown. */
  readPublic(imageId: string): Promise<StoredImage | Refusal>;
  readonly jobs: readonly Job[];
  close(): Promise<void>;
}

export interface ImagesParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: ImageStore;
  /** The server's secret. It seals the keys of the pictures. */
  readonly secret: string;
  readonly bytesMax: () => Promise<number>;
  readonly pool?: EncoderPool;
}

const retryAfterSeconds = 5;

const codeOf: Readonly<Record<Unusable, Code>> = { format: '11025', pixels: '11027', damaged: '11028' };

export function createImages(parts: ImagesParts): Images {
  const { db, clock, store, bytesMax, pool = new EncoderPool() } = parts;
  const masterKey = deriveKey(parts.secret, 'image keys');
  const busy = () => new Refusal('503', {}, {}, retryAfterSeconds);
  const turns = new Turns();

  async function read(sql: string, values: readonly unknown[]): Promise<StoredImage | Refusal> {
    const [row] = await db.query<SealedRow>(sql, values);
    if (row === undefined) return refuse('404');
    const sealed = await store.get(row.id);
    if (sealed === undefined) throw new Error(`the bytes of picture ${row.id} are gone`);
    return { type: row.mediaType, bytes: unseal(unseal(masterKey, row.id, row.sealedKey), row.id, sealed) };
  }

  return {
    bytesMax,
    async receive(sender, work) {
      const outcome = await turns.run(sender, work);
      return outcome === 'busy' ? busy() : outcome;
    },
    async take(files, sender) {
      if (files.size === 0) return { byName: new Map(), discard: async () => undefined };
      const encoded = await Promise.all(
        [...files].map(async ([name, bytes]) => ({ name, picture: await pool.encode(bytes, sender?.person) })),
      );
      if (encoded.some(({ picture }) => picture === 'busy')) return busy();
      const at: Record<string, Code> = {};
      for (const { name, picture } of encoded)
        if (typeof picture === 'string' && picture !== 'busy') at[name] = codeOf[picture];
      const [code] = Object.values(at);
      if (code !== undefined) return refuse(code, at);
      const taken = encoded.flatMap(({ name, picture }) =>
        typeof picture === 'string' ? [] : [[name, new Taken(store, clock, masterKey, picture, files.get(name))] as const],
      );
      await noteUploads(
        db,
        taken.map(([, { id }]) => id),
        clock.wall(),
      );
      await Promise.all(taken.map(([, image]) => image.put()));
      return {
        byName: new Map(taken),
        discard: async () => {
          const left = taken.flatMap(([, image]) => (image.kept ? [] : [image.id]));
          await Promise.all(left.map((id) => store.remove(id)));
          if (left.length > 0) await forgetUploads(db, left);
        },
      };
    },
    readOwn: (imageId, userId) => read(viewed('owner_id = $2::bigint'), [imageId, userId, 'owner', new Date(clock.wall())]),
    readForOperator: (imageId, purposes, { operatorId, mayOpenKept, caseNo }) =>
      read(viewed('purpose = any($5) and ($6 or owner_id is null or not is_closed(owner_id))', '$7'), [
        imageId,
        operatorId,
        'operator',
        new Date(clock.wall()),
        purposes,
        mayOpenKept,
        caseNo ?? null,
      ]),
    readShared: (imageId, purpose, viewerId) =>
      read(viewed('purpose = $5'), [imageId, viewerId, 'owner', new Date(clock.wall()), purpose]),
    readPublic: (imageId) => read(`${found} and purpose = 'nft'`, [imageId]),
    jobs: [sweepJob(parts)],
    close: () => pool.close(),
  };
}

/** Destroys the keys of pictures: they can't be decrypted from the commit on. Their bytes are deleted by a job. */
export async function eraseImages(tx: Queryable, ids: readonly string[], at: number): Promise<void> {
  await tx.query(
    `update images set sealed_key = null, erased_at = $2
     where id in (select id from images where id = any($1::uuid[]) and erased_at is null order by id for update)`,
    [ids, new Date(at)],
  );
}

interface SealedRow {
  readonly id: string;
  readonly mediaType: StoredImage['type'];
  readonly sealedKey: Buffer;
}

const found =
  'select id::text as id, media_type as "mediaType", sealed_key as "sealedKey" from images where id = $1::uuid and sealed_key is not null';

/** One statement, so that nothing is seen that is not written down. */
const viewed = (allowed: string, caseNo = 'null') => `
  with seen as (${found} and ${allowed}), noted as (
    insert into image_views (image_id, viewer, viewer_id, seen_at, case_no) select id::uuid, $3, $2::text, $4, ${caseNo}::text from seen
  )
  select * from seen`;

class Taken implements TakenImage {
  readonly sha256: string;
  readonly id = randomUUID();
  kept = false;
  readonly #key = randomBytes(32);
  readonly #store: ImageStore;
  readonly #clock: Clock;
  readonly #masterKey: Buffer;
  readonly #picture: Reencoded;

  constructor(store: ImageStore, clock: Clock, masterKey: Buffer, picture: Reencoded, sent: Buffer | undefined) {
    this.#store = store;
    this.#clock = clock;
    this.#masterKey = masterKey;
    this.#picture = picture;
    this.sha256 = createHash('sha256')
      .update(sent ?? '')
      .digest('hex');
  }

  put(): Promise<void> {
    return this.#store.put(this.id, seal(this.#key, this.id, this.#picture.bytes));
  }

  async keep(tx: Transaction, { ownerId, purpose }: { ownerId: string | null; purpose: ImagePurpose }): Promise<string> {
    const { type, width, height, bytes } = this.#picture;
    await tx.query(
      `insert into images (id, owner_id, purpose, media_type, width, height, bytes, sealed_key, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        this.id,
        ownerId,
        purpose,
        type,
        width,
        height,
        bytes.length,
        seal(this.#masterKey, this.id, this.#key),
        new Date(this.#clock.wall()),
      ],
    );
    tx.withCommit('delete from image_uploads where id = $1', [this.id]);
    tx.afterCommit(() => {
      this.kept = true;
    });
    return this.id;
  }
}
