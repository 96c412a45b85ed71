import { cutNote } from '@assay/contract/vocabulary/operators.ts';
import { expect, test } from 'vitest';
import { cutOff } from './whole-list.ts';

test('a file that is cut is told from a whole one, and goes on where it says', () => {
  const head = 'id,amount\r\n';
  expect(cutOff(`${head}D1,5\r\n${cutNote('D1')}\r\n`)).toEqual({ lines: `${head}D1,5\r\n`, next: 'D1' });
  expect(cutOff(`${head}D1,5\r\n"${cutNote('D1')}"\r\n`)).toEqual({ lines: `${head}D1,5\r\n`, next: 'D1' });
  expect(cutOff(`${head}D2,7\r\n`)).toEqual({ lines: `${head}D2,7\r\n`, next: null });
  expect(cutOff(head)).toEqual({ lines: head, next: null });
});
