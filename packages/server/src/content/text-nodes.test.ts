import { languages } from '@assay/contract/vocabulary/languages.ts';
import type { TextNode } from '@assay/contract/vocabulary/text-nodes.ts';
import { expect, test } from 'vitest';
import { readTexts } from './shipped.ts';
import { createReader, nodesOf } from './text-nodes.ts';

/** The nodes as HTML, to be read: each with its own within. */
function html(nodes: readonly TextNode[]): string {
  let at = 0;
  const some = (count: number): string => Array.from({ length: count }, next).join('');
  const next = (): string => {
    const node = nodes[at];
    at += 1;
    if (node === undefined) throw new Error('an element says that more is its own than there is');
    if (typeof node === 'string') return node;
    return `<${node.element}${node.href === undefined ? '' : ` ${node.href}`}>${some(node.nodes)}</${node.element}>`;
  };
  let all = '';
  while (at < nodes.length) all += next();
  return all;
}

test('a text is told as words and elements, each before its own', () => {
  expect(nodesOf('## Fees\n\nA *small* one, [see](/detail?id=fees).')).toEqual([
    { element: 'h2', nodes: 1 },
    'Fees',
    { element: 'p', nodes: 5 },
    'A ',
    { element: 'em', nodes: 1 },
    'small',
    ' one, ',
    { element: 'a', nodes: 1, href: '/detail?id=fees' },
    'see',
    '.',
  ]);
});

test.each([
  [
    'lists, tight and loose',
    '1. one\n2. two\n   - three\n\n     four',
    '<ol><li>one</li><li>two<ul><li><p>three</p><p>four</p></li></ul></li></ol>',
  ],
  [
    'a table',
    '| a | b |\n| --- | --- |\n| 1 | `[[name]]` |',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>[[name]]</code></td></tr></tbody></table>',
  ],
  [
    'lines, quotes, code',
    '> a  \n> b\n\n```js\nlet c = 1\n```\n\n---\n~~d~~ **e**',
    '<blockquote><p>a<br></br>\nb</p></blockquote><pre><code>let c = 1\n</code></pre><hr></hr><p><del>d</del> <strong>e</strong></p>',
  ],
  ['what it does not know as its words', '# Title\n\n###### Small', 'TitleSmall'],
])('it knows %s', (_, text, expected) => {
  const found = html(nodesOf(text));
  expect(found.replaceAll(/>\n+</g, '><').replace('two\n<ul>', 'two<ul>')).toBe(expected);
});

test('HTML, pictures and addresses that run something are left out', () => {
  const hostile = [
    'Before <script>alert(1)</script><img src=x onerror=alert(1)> ![far](https://example.com/x.png) after',
    '<iframe src="https://example.com"></iframe>',
    '[press](javascript:alert(1)) [press](JAVASCRIPT:alert(1)) [press](data:text/html,x) [press](vbscript:x) [press](java%0ascript:alert(1))',
    '[press](&#106;avascript:alert(1)) [x](<java\tscript:alert(1)>) <javascript:alert(1)>',
  ];
  const found = html(nodesOf(hostile.join('\n\n')));
  expect(found).not.toMatch(/<script|<img|<iframe|onerror=|<a [^>]*(?:javascript|data|vbscript):/i);
  expect(found).toContain('Before');
  expect(found).toContain('after');
  const hrefs = nodesOf(hostile.join('\n\n')).flatMap((node) => (typeof node === 'string' ? [] : (node.href ?? [])));
  for (const href of hrefs) expect(new URL(href, 'https://site.example').protocol).toMatch(/^(?:https?|mailto):$/);
  const kept = ['/help', '?id=1', '#part', 'https://example.com/a:b', 'mailto:a@example.com', 'page', 'a/b:c'];
  for (const href of kept) expect(nodesOf(`[x](${href})`)[1]).toEqual({ element: 'a', nodes: 1, href });
});

test('a text is read once for as long as it stays the same', async () => {
  let times = 0;
  const read = createReader((body) => {
    times += 1;
    return nodesOf(body);
  });
  const [first] = await read([
    { id: 1, body: 'Same' },
    { id: 2, body: 'Same' },
  ]);
  expect(first).toEqual({ id: 1, body: 'Same', nodes: [{ element: 'p', nodes: 1 }, 'Same'] });
  await read([{ body: 'Same' }]);
  await read([{ body: 'Other' }]);
  expect(times).toBe(2);
});

test('all that the product ships is read whole', async () => {
  for (const language of languages)
    for (const [slug, { body }] of await readTexts(language))
      expect(html(nodesOf(body)), `${language} ${slug}`).toMatch(/^<(?:p|h2|ul|ol|table|blockquote)/);
});
