import createCache from '@emotion/cache';

/** The server lets in only style elements with the nonce of its answer; every one of ours is made here. */
export function createStyleCache() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return createCache({ key: 'a', ...(nonce !== undefined && nonce !== '' && { nonce }) });
}
