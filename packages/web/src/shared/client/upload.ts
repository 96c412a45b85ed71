/**
 * `fetch` for form data that reports the upload's progress, which fetch itself cannot. Rejects as fetch does: a
 * TypeError when no answer came, an AbortError when the signal ended it.
 */
export function upload(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'POST', url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      const retryAfter = request.getResponseHeader('retry-after');
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
        }),
      );
    });
    request.addEventListener('error', () => reject(new TypeError('the upload failed')));
    request.addEventListener('abort', () => reject(new DOMException('the upload was ended', 'AbortError')));
    init.signal?.addEventListener('abort', () => request.abort());
    // The client puts form data together itself; nothing else comes this way.
    request.send(init.body instanceof FormData ? init.body : null);
  });
}
