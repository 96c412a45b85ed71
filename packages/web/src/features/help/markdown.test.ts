import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { MarkdownText } from './markdown.tsx';

const html = (markdown: string) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(MarkdownText, null, markdown)));

test('HTML, pictures and addresses that run something are left out', () => {
  const shown = html(
    'Before <script>alert(1)</script><img src=x onerror=alert(1)> ![far](https://example.com/x.png) [press](javascript:alert(1)) after',
  );
  expect(shown).not.toMatch(/<script|<img|onerror|javascript:/);
  expect(shown).toContain('Before');
  expect(shown).toContain('after');
});

test('pages of the site open by the router, others outside without our address', () => {
  expect(html('[fees](/detail?id=fees)')).toMatch(/<a class="[^"]*" href="\/detail\?id=fees"[^>]*>fees<\/a>/);
  expect(html('[fees](/detail?id=fees)')).not.toContain('target=');
  for (const address of ['https://example.com/', '//example.com/'])
    expect(html(`[away](${address})`)).toContain('rel="noopener noreferrer nofollow"');
});

test('headings carry their address, tables stand in a frame, open fields are marked', () => {
  const shown = html('## What it costs\n\n| a | b |\n| --- | --- |\n| 1 | `[[name]]` |');
  expect(shown).toContain('id="what-it-costs"');
  expect(shown).toMatch(/<div class="overflow-x-auto[^"]*"><table/);
  expect(shown).toMatch(/<mark [^>]*>name<\/mark>/);
});
