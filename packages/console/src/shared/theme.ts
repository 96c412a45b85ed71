import { storageOf } from '@assay/contract/storage.ts';
import { cellOf, useCell } from './cell.ts';

const shelf = storageOf('localStorage');

/** Dark by default. */
const theme = cellOf<'dark' | 'light'>(shelf.get('theme') === 'light' ? 'light' : 'dark');

export const useThemeName = (): 'dark' | 'light' => useCell(theme);

/** Chosen once, it stays in this browser. */
export function chooseTheme(chosen: 'dark' | 'light'): void {
  shelf.set('theme', chosen);
  theme.set(chosen);
}
