/** Markdown as plain words, for excerpts. */
export function plainText(body: string): string {
  return body
    .replace(/^\s*\|?[\s|:-]+\|[\s|:-]*$/gm, ' ')
    .replace(/\[\[([^\]]*)\]\]/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/^#+ |\||^\s*(?:-|\d+\.) /gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
