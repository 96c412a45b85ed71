import { AwsClient } from 'aws4fetch';
import type { ImageStore } from './store.ts';

export interface Bucket {
  /** Address of the bucket, such as https://s3.example.com/images */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const timeoutMs = 20_000;
/** Objects are put under this, so that the bucket may hold other things too. */
const prefix = 'images/';

/** Sealed bytes in a bucket of any storage that speaks S3, with requests signed by its version 4. */
export function bucketStore({ url, ...access }: Bucket): ImageStore {
  const client = new AwsClient({ ...access, service: 's3', retries: 2 });
  const base = url.replace(/\/$/, '');
  const send = async (path: string, init: RequestInit) => {
    const response = await client.fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    if (response.ok || response.status === 404) return response;
    throw new Error(`the image storage answered ${init.method ?? 'GET'} with ${response.status}`);
  };
  return {
    async put(name, bytes) {
      const response = await send(`/${prefix}${name}`, { method: 'PUT', body: Uint8Array.from(bytes) });
      if (!response.ok) throw new Error('there is no such bucket');
    },
    async get(name) {
      const response = await send(`/${prefix}${name}`, { method: 'GET' });
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    },
    async remove(name) {
      await send(`/${prefix}${name}`, { method: 'DELETE' });
    },
  };
}
