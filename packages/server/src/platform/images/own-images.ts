import { user } from '@assay/contract/endpoints/user.ts';
import { type Http, serve } from '../http.ts';
import { isRefusal } from '../refusal.ts';
import { Download } from '../reply.ts';

/** GET user/image/{id} */
export function serveImages(http: Http): void {
  serve(http, user.image, async (call, { id }) => {
    const image = await http.images.readOwn(id, call.user.id);
    return isRefusal(image) ? image : new Download(fileName(id, image.type), image.type, image.bytes, 'inline');
  });
}

/** Made of the id alone: what a file was called is not kept. */
export function fileName(id: string, type: 'image/jpeg' | 'image/png'): string {
  return `${id}.${type === 'image/png' ? 'png' : 'jpg'}`;
}
