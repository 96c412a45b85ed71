import type { TextNode } from '@assay/contract/vocabulary/text-nodes.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { TextNodes } from './text-nodes.tsx';

const html = (...nodes: TextNode[]) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(TextNodes, { nodes })));
const link = (href: string) => html({ element: 'a', nodes: 1, href }, 'fees');

test('each element has its own within, and what is wrongly told ends with the text', () => {
  const nodes: TextNode[] = [
    { element: 'p', nodes: 3 },
    'a ',
    { element: 'strong', nodes: 1 },
    { element: 'em', nodes: 1 },
    'b',
    ' c',
    { element: 'hr', nodes: 0 },
    { element: 'blockquote', nodes: 1 },
    { element: 'p', nodes: 9 },
    '<script>',
  ];
  const shown = html(...nodes);
  expect(shown).toContain('<p>a <strong><em>b</em></strong> c</p><hr/>');
  expect(shown).toMatch(/<blockquote class="[^"]*"><p>&lt;script&gt;<\/p><\/blockquote>/);
});

test('pages of the site open by the router, others outside without our address', () => {
  expect(link('/detail?id=fees')).toMatch(/<a class="[^"]*" href="\/detail\?id=fees"[^>]*>fees<\/a>/);
  expect(link('/detail?id=fees')).not.toContain('target=');
  for (const address of ['https://example.com/', '//example.com/'])
    expect(link(address)).toContain('rel="noopener noreferrer nofollow"');
});

test('headings carry their address, tables stand in a frame, open fields are marked', () => {
  expect(html({ element: 'h2', nodes: 2 }, 'What it ', { element: 'em', nodes: 1 }, 'costs')).toContain('id="what-it-costs"');
  const rows: TextNode[] = [
    { element: 'table', nodes: 1 },
    { element: 'tbody', nodes: 1 },
    { element: 'tr', nodes: 1 },
  ];
  const cell: TextNode[] = [{ element: 'td', nodes: 1 }, { element: 'code', nodes: 1 }, '[[name]]'];
  const shown = html(...rows, ...cell);
  expect(shown).toMatch(/<div class="overflow-x-auto[^"]*"><table/);
  expect(shown).toMatch(/<mark [^>]*>name<\/mark>/);
});
