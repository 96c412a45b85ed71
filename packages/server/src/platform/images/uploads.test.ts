import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { imageBytesMax, requestBytesMax } from '@assay/contract/vocabulary/limits.ts';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import { day, hour, identityApp, refusalOf, standingClock } from '../../../test/identity-app.ts';
import { patientEncoders, picture, testFolder } from '../../../test/images.ts';
import { serveMove } from '../http.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { folderStore } from './folder-store.ts';
import { createImages, eraseImages } from './images.ts';

const clock = standingClock();
const db = await testDatabase();
const folder = testFolder();
const images = createImages({
  db,
  clock,
  store: folderStore(folder),
  secret: 'a secret of this test alone, long enough',
  bytesMax: async () => imageBytesMax,
  pool: patientEncoders(),
});
afterAll(() => images.close());
const { app, http, from, register } = await identityApp(db, clock);

const upload = endpoint({
  method: 'POST',
  path: '/user/upload',
  auth: 'user',
  moves: true,
  body: 'multipart',
  summary: 'Takes a picture in',
  images: { front: 'required', back: 'optional' },
  input: { name: z.string().min(2).max(20), refuse: z.literal('yes').optional() },
  result: z.object({ front: z.string(), back: z.string().nullable() }),
});
serveMove({ ...http, images }, upload, async (call, input, tx) => {
  const as = { ownerId: call.user.id, purpose: 'kyc' } as const;
  const kept = { front: await call.images.front.keep(tx, as), back: (await call.images.back?.keep(tx, as)) ?? null };
  return input.refuse === 'yes' ? refuse('10019') : kept;
});

const named = (name: string) => register(name);
const owner = await named('owner');
const other = await named('other');
const call = from('192.0.2.1', owner.token);
const blob = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)]);
const send = (front: Blob, more: { back?: Blob; key?: string } = {}) =>
  call(
    upload,
    { name: 'Ada' },
    {
      images: { front, ...(more.back && { back: more.back }) },
      ...(more.key !== undefined && { idempotencyKey: more.key }),
    },
  );
const stored = async () => (await readdir(folder, { recursive: true })).filter((name) => name.length > 30);
const show = (id: string, token: string) =>
  app.inject({ url: `/swx/customer/user/image/${id}`, headers: { authorization: token, 'accept-language': 'en' } });
/** Reads through the images of this file, which lie in its own folder. */
async function pixels(id: string) {
  const image = await images.readOwn(id, owner.id);
  if (isRefusal(image)) throw new Error(image.code);
  return image;
}

test('a picture comes back as its pixels, and lies sealed in the meantime', async () => {
  const { front, back } = await send(await picture('#aa3311'), { back: await picture('#113355', 'jpeg') });
  const shown = await pixels(front);
  expect(shown.type).toBe('image/png');
  expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'png', width: 32, height: 24 });
  expect([...(await sharp(shown.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([0xaa, 0x33, 0x11]);
  expect((await pixels(back ?? '')).type).toBe('image/jpeg');
  const sealed = await readFile(join(folder, front.slice(0, 2), front));
  expect(sealed.includes(Buffer.from('PNG'))).toBe(false);
});

test('a name of a file reaches neither the disk nor the answer', async () => {
  const form = new FormData();
  form.append('name', 'Ada');
  form.append('front', await picture('#010203'), '../../../etc/passwd\u0000.png');
  const request = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: '/swx/customer/user/upload',
    headers: { authorization: owner.token, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const { front } = answer.json<{ result: { front: string } }>().result;
  expect(front).toMatch(/^[0-9a-f-]{36}$/);
  expect(await stored()).toContain(join(front.slice(0, 2), front));
});

test('what a camera wrote beside the pixels is gone, and the picture stands upright', async () => {
  const gps = {
    IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLongitude: '0/1 7/1 0/1' },
    IFD0: { Make: 'Phone', Orientation: '6' },
  };
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#224466' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge(gps)
    .jpeg()
    .toBuffer();
  const sent = await sharp(photo).metadata();
  expect([sent.orientation, (sent.exif?.length ?? 0) > 100]).toEqual([6, true]);
  const { front } = await send(blob(photo));
  const metadata = await sharp((await pixels(front)).bytes).metadata();
  expect(metadata).toMatchObject({ width: 20, height: 40 });
  expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc, metadata.orientation]).toEqual(Array(5).fill(undefined));
});

test('a JPEG that is also a web page is kept as the JPEG alone', async () => {
  const page = '<html><script>alert(1)</script></html>';
  const photo = Buffer.from(await (await picture('#777777', 'jpeg')).arrayBuffer());
  const { front } = await send(blob(Buffer.concat([photo, Buffer.from(page)])));
  expect((await pixels(front)).bytes.includes('script')).toBe(false);
});

test('JPEG 2000 is read, raw and inside of a file, and kept as JPEG', async () => {
  const codestream = await jpeg2000(64, 48);
  for (const file of [codestream, jp2(codestream, 64, 48)]) {
    const { front } = await send(blob(file));
    const shown = await pixels(front);
    expect(shown.type).toBe('image/jpeg');
    const { data, info } = await sharp(shown.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([64, 48]);
    const [red = 0, green = 0, blue = 0] = data;
    expect([red > 180, green < 90, blue < 90]).toEqual([true, true, true]);
  }
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
test.for([
  ['an SVG', svg],
  ['a GIF', gif],
  ['a page', Buffer.from('<!doctype html><p>JPG</p>')],
  ['text that says PNG', Buffer.from('PNG')],
  ['zeros', Buffer.alloc(5000)],
])('%s is refused as the wrong format, whatever it is called', async ([, bytes]) => {
  await expect(send(blob(bytes as Buffer))).rejects.toMatchObject({ code: '11025', fields: { front: '11025' } });
});

/** A whole PNG of black pixels, a bit each: small as a file, and made without holding its pixels as bytes. */
function blackPng(edge: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const summed = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(summed));
    return Buffer.concat([length, summed, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  // Each line begins with the number of its filter.
  const lines = deflateSync(Buffer.alloc(edge * (1 + Math.ceil(edge / 8))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

test('a picture of 16000 by 16000 is refused by its header, before a pixel is decoded', async () => {
  // The same small enough is a picture like any other.
  await send(blob(blackPng(64)));
  const bomb = blackPng(16_000);
  expect(bomb.length).toBeLessThan(imageBytesMax);
  expect(await refusalOf(send(blob(bomb)))).toBe('11027');
});

test('a JPEG 2000 whose header promises too much is refused by its header', async () => {
  const codestream = await jpeg2000(64, 48);
  const wide = Buffer.from(codestream);
  wide.writeUInt32BE(16_000, 8);
  wide.writeUInt32BE(16_000, 12);
  wide.writeUInt32BE(16_000, 24);
  wide.writeUInt32BE(16_000, 28);
  expect(await refusalOf(send(blob(wide)))).toBe('11027');
  const tiled = Buffer.from(codestream);
  tiled.writeUInt32BE(4000, 8);
  tiled.writeUInt32BE(4000, 12);
  tiled.writeUInt32BE(1, 24);
  tiled.writeUInt32BE(1, 28);
  expect(await refusalOf(send(blob(tiled)))).toBe('11028');
});

test('a large JPEG 2000 is decoded at half its edges, and its colours are those of the whole', async () => {
  const { front } = await send(blob(await jpeg2000(3200, 2600)));
  const { data, info } = await sharp((await pixels(front)).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1600, 1300]);
  const middle = (650 * 1600 + 800) * 3;
  const [red = 0, green = 0, blue = 0] = data.subarray(middle);
  expect([red > 180, green < 90, blue < 90]).toEqual([true, true, true]);
});

test('a picture that is cut off is refused as damaged', async () => {
  const noise = await sharp({
    create: { width: 200, height: 200, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg()
    .toBuffer();
  expect(await refusalOf(send(blob(noise.subarray(0, noise.length / 2))))).toBe('11028');
  const codestream = await jpeg2000(64, 64);
  expect(await refusalOf(send(blob(codestream.subarray(0, 70))))).toBe('11028');
});

test('a file of 3 MB is refused with the limit in the words, and nothing of it stays', async () => {
  const before = await stored();
  await expect(send(blob(Buffer.alloc(3 * 1024 * 1024)))).rejects.toMatchObject({
    code: '11024',
    message: 'Image size cannot exceed 2 MB',
    fields: { front: '11024' },
  });
  expect(await stored()).toEqual(before);
});

test('a request beyond 50 MB is refused with that limit in the words, said beforehand or not', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="front"; filename="f"\r\n\r\n';
  const payload = Buffer.concat([Buffer.from(head), Buffer.alloc(requestBytesMax + 1), Buffer.from('\r\n--b--\r\n')]);
  const headers = {
    authorization: owner.token,
    'accept-language': 'en',
    'content-type': 'multipart/form-data; boundary=b',
  };
  const url = '/swx/customer/user/upload';
  const said = await app.inject({ method: 'POST', url, headers, payload });
  const unsaid = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'transfer-encoding': 'chunked' },
    payload: Readable.from([payload]),
  });
  for (const answer of [said, unsaid]) {
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual({
      code: '413',
      result: null,
      message: 'An upload cannot exceed 50 MB',
      values: { limit: '50 MB' },
    });
    expect(answer.headers['connection']).toBe('close');
  }
});

test('a missing picture is named', async () => {
  await expect(call(upload, { name: 'Ada' }, { images: { back: await picture() } })).rejects.toMatchObject({
    code: '11026',
    fields: { front: '11026' },
  });
  await expect(call(upload, { name: 'Ada' })).rejects.toMatchObject({ code: '11026' });
});

test.for([
  ['a part that is not asked for', '--b\r\nContent-Disposition: form-data; name="other"; filename="f"\r\n\r\nx\r\n--b--\r\n'],
  ['a picture sent as text', '--b\r\nContent-Disposition: form-data; name="front"\r\n\r\nx\r\n--b--\r\n'],
  ['a prototype', '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n'],
  ['a form that ends early', '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda'],
  ['no form at all', 'nothing'],
])('%s is malformed', async ([, payload]) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/swx/customer/user/upload',
    headers: { authorization: owner.token, 'content-type': 'multipart/form-data; boundary=b' },
    payload: payload ?? '',
  });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, '400']);
});

test('form data is understood by calls that take pictures, and by no other', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/swx/customer/user/getUserInfo',
    headers: { authorization: owner.token, 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b--\r\n',
  });
  expect(answer.statusCode).toBe(415);
});

test('a repeat gets the first answer, another picture under the same key is refused, and neither leaves anything behind', async () => {
  const red = await picture('#ff0000');
  const first = await send(red, { key: 'once' });
  const before = await stored();
  expect(await send(red, { key: 'once' })).toEqual(first);
  expect(await refusalOf(send(await picture('#00ff00'), { key: 'once' }))).toBe('30000');
  expect(await stored()).toEqual(before);
});

test('a person sends sixty pictures an hour; what is refused before they are looked at costs none, and nobody else waits', async () => {
  const { token } = await named('busy_sender');
  const mine = from('192.0.2.1', token);
  const both = { front: await picture('#101010'), back: await picture('#202020') };
  for (let wrong = 0; wrong < 40; wrong += 1)
    expect(await refusalOf(mine(upload, { name: 'A' }, { images: both }))).toBe('400');
  for (let sent = 0; sent < 30; sent += 1)
    await mine(upload, { name: 'Ada' }, { images: both, idempotencyKey: `sent-${sent}` });
  const before = await stored();
  expect(await refusalOf(mine(upload, { name: 'Ada' }, { images: { front: both.front } }))).toBe('429');
  expect(await stored()).toEqual(before);
  await from('192.0.2.1', other.token)(upload, { name: 'Eva' }, { images: both });
  clock.advance(hour);
  await mine(upload, { name: 'Ada' }, { images: { front: both.front } });
});

test('a refusal keeps nothing: no row, no bytes', async () => {
  const before = await stored();
  const answer = call(upload, { name: 'Ada', refuse: 'yes' }, { images: { front: await picture('#0000ff') } });
  expect(await refusalOf(answer)).toBe('10019');
  expect(await stored()).toEqual(before);
});

test('a picture is its owner’s alone, and each view is written down', async () => {
  const { front } = await send(await picture('#424242'));
  expect(await images.readOwn(front, other.id)).toEqual(refuse('404'));
  expect(await images.readForOperator(front, ['deposit', 'loan'], { operatorId: 'op-1', mayOpenKept: false })).toEqual(
    refuse('404'),
  );
  await pixels(front);
  expect(isRefusal(await images.readForOperator(front, ['kyc'], { operatorId: 'op-1', mayOpenKept: false }))).toBe(false);
  const views = await db.query('select viewer, viewer_id from image_views where image_id = $1 order by id', [front]);
  expect(views).toEqual([
    { viewer: 'owner', viewer_id: owner.id },
    { viewer: 'operator', viewer_id: 'op-1' },
  ]);
  await expect(db.query('delete from image_views')).rejects.toThrow('views are kept');
  await expect(db.query('update image_views set viewer_id = $1', ['x'])).rejects.toThrow('views are kept');
});

test('it is shown by the owner’s route: inline, never stored, never guessed at; another user finds nothing', async () => {
  // The route reads the pictures of the app, so this one is handed in there.
  const taken = await http.images.take(new Map([['front', Buffer.from(await (await picture('#515151')).arrayBuffer())]]));
  if (isRefusal(taken)) throw new Error(taken.code);
  const image = taken.byName.get('front');
  const id = (await db.transact((tx) => image?.keep(tx, { ownerId: owner.id, purpose: 'kyc' }) ?? Promise.resolve(''))) ?? '';
  const mine = await show(id, owner.token);
  expect(mine.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="${id}.png"`,
  });
  const foreign = await show(id, other.token);
  expect([foreign.statusCode, foreign.json<{ code: string }>().code]).toEqual([404, '404']);
  expect((await show('00000000-0000-4000-8000-000000000000', owner.token)).statusCode).toBe(404);
  expect((await show('..%2f..%2fetc', owner.token)).statusCode).toBe(400);
  expect((await app.inject({ url: `/swx/customer/user/image/${id}` })).statusCode).toBe(401);
});

test('bytes that were changed, or exchanged for those of another picture, are not shown', async () => {
  const { front, back } = await send(await picture('#abcdef'), { back: await picture('#fedcba') });
  const path = join(folder, front.slice(0, 2), front);
  const sealed = await readFile(path);
  const changed = Buffer.from(sealed);
  changed[40] = (changed[40] ?? 0) ^ 1;
  await writeFile(path, changed);
  await expect(pixels(front)).rejects.toThrow(/authenticate/);
  const others = back ?? '';
  await writeFile(path, await readFile(join(folder, others.slice(0, 2), others)));
  await expect(pixels(front)).rejects.toThrow(/authenticate/);
  await writeFile(path, sealed);
  expect((await pixels(front)).type).toBe('image/png');
});

test('an erased picture cannot be read from that moment on, and its bytes go with the next sweep', async () => {
  const { front } = await send(await picture('#909090'));
  await db.transact((tx) => eraseImages(tx, [front], clock.wall()));
  expect(await images.readOwn(front, owner.id)).toEqual(refuse('404'));
  const [row] = await db.query('select sealed_key from images where id = $1', [front]);
  expect(row).toEqual({ sealed_key: null });
  expect(await stored()).toContain(join(front.slice(0, 2), front));
  await images.jobs[0]?.run();
  expect(await stored()).not.toContain(join(front.slice(0, 2), front));
  await expect(db.query('update images set sealed_key = $2, erased_at = null where id = $1', [front, 'x'])).rejects.toThrow(
    'can only be destroyed',
  );
  await expect(db.query('delete from images')).rejects.toThrow('kept');
});

test('bytes that a crash left between storing and keeping are deleted a day later, and no others', async () => {
  const { front } = await send(await picture('#818181'));
  // A process that ends here has stored the bytes and kept nothing.
  const left = await images.take(new Map([['front', Buffer.from(await (await picture('#828282')).arrayBuffer())]]));
  expect(isRefusal(left)).toBe(false);
  const [noted] = await db.query<{ id: string }>('select id::text as id from image_uploads');
  const path = join(noted?.id.slice(0, 2) ?? '', noted?.id ?? '');
  await images.jobs[0]?.run();
  expect(await stored()).toContain(path);
  clock.advance(day + 1);
  await images.jobs[0]?.run();
  const after = await stored();
  expect(after).not.toContain(path);
  expect(after).toContain(join(front.slice(0, 2), front));
  expect(await db.query('select 1 as left from image_uploads')).toEqual([]);
});

test('without the owner in its statement the route would show a stranger the picture', async () => {
  const { front } = await send(await picture('#717171'));
  const careless: typeof db = {
    ...db,
    query: (sql, values) => db.query(sql.replace('owner_id = $2::bigint', '$2::bigint is not null'), values),
  };
  const parts = { clock, store: folderStore(folder), secret: 'a secret of this test alone, long enough' };
  const broken = createImages({ ...parts, db: careless, bytesMax: async () => imageBytesMax });
  expect(isRefusal(await broken.readOwn(front, other.id))).toBe(false);
  expect(isRefusal(await images.readOwn(front, other.id))).toBe(true);
});

/** A red picture as OpenJPEG writes it. */
async function jpeg2000(width: number, height: number): Promise<Buffer> {
  interface Encoder {
    getDecodedBuffer(frame: object): Uint8Array;
    encode(): void;
    getEncodedBuffer(): Uint8Array;
    setQuality(lossless: boolean, ratio: number): void;
  }
  const load = createRequire(import.meta.url)('@cornerstonejs/codec-openjpeg/wasmjs') as (options: object) => Promise<{
    J2KEncoder: new () => Encoder;
  }>;
  const { J2KEncoder } = await load({ print: () => undefined, printErr: () => undefined });
  const encoder = new J2KEncoder();
  const frame = encoder.getDecodedBuffer({ width, height, bitsPerSample: 8, componentCount: 3, isSigned: false });
  frame.forEach((_, index) => {
    frame[index] = index % 3 === 0 ? 220 : 40;
  });
  encoder.setQuality(true, 0);
  encoder.encode();
  return Buffer.from(encoder.getEncodedBuffer());
}

/** The file format around a codestream: signature, type, header and the codestream's box. */
function jp2(codestream: Buffer, width: number, height: number): Buffer {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + content.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const size = Buffer.from([0, 0, 0, height, 0, 0, 0, width, 0, 3, 7, 7, 0, 0]);
  const colour = Buffer.from([1, 0, 0, 0, 0, 0, 16]);
  return Buffer.concat([
    box('jP  ', Buffer.from('0d0a870a', 'hex')),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', Buffer.concat([box('ihdr', size), box('colr', colour)])),
    box('jp2c', codestream),
  ]);
}
