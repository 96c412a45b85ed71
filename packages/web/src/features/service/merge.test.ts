import type { SupportMessage } from '@assay/contract/endpoints/support.ts';
import { expect, it } from 'vitest';
import { linesOf, merged, piecesOf, stillUnsent } from './merge.ts';

const message = (seq: number, more: Partial<SupportMessage> = {}): SupportMessage => ({
  seq,
  author: 'customer',
  kind: 'text',
  clientId: `name-${seq}`,
  operator: null,
  text: `text ${seq}`,
  imageId: null,
  at: new Date(Date.UTC(2030, 0, 7, 12, seq)).toISOString(),
  ...more,
});
const unsent = (clientId: string) => ({ clientId, text: 'x', image: null, at: 0, tries: 0, refused: null });

it('keeps messages in order and once, however they come', () => {
  const known = [message(3), message(4)];
  expect(merged(known, [message(5), message(4)]).map(({ seq }) => seq)).toEqual([3, 4, 5]);
  expect(merged(known, [message(1), message(2)]).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(merged(known, [])).toBe(known);
});

it('does not send again what has arrived, though its answer was lost', () => {
  expect(stillUnsent([unsent('name-3'), unsent('name-9')], [message(3)])).toEqual([unsent('name-9')]);
});

it('puts what one side says within minutes into one run', () => {
  const lines = linesOf([
    message(1),
    message(2),
    message(8),
    message(9, { author: 'operator', operator: 'carol' }),
    message(10, { author: 'operator', operator: 'carol', kind: 'closed', text: null }),
  ]);
  expect(lines.map(({ first, last }) => [first, last])).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [true, true],
    [true, true],
  ]);
  expect(lines.map(({ newDay }) => newDay)).toEqual([true, false, false, false, false]);
});

it('makes web addresses followable and leaves everything else as it was written', () => {
  expect(piecesOf('see https://assay.example/help?x=1. Thanks')).toEqual([
    { text: 'see ', href: null },
    { text: 'https://assay.example/help?x=1', href: 'https://assay.example/help?x=1' },
    { text: '. Thanks', href: null },
  ]);
  for (const text of ['javascript:alert(1)', '<b>bold</b>', 'data:text/html,x', 'http://'])
    expect(piecesOf(text)).toEqual([{ text, href: null }]);
});
