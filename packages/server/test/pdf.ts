import { inflateSync } from 'node:zlib';

/** The words of a PDF, page by page: its streams are deflated, its texts hexadecimal. */
export function wordsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const pages = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, content = '']) => {
    try {
      return [inflateSync(Buffer.from(content, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return pages.map((page) =>
    [...page.matchAll(/\[([^\]]*)\] TJ/g)]
      .map(([, line = '']) =>
        [...line.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
      )
      .join('\n'),
  );
}
