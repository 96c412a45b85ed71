import { create } from 'qrcode';
import { useMemo } from 'react';

/** The light margin that readers need, in modules. */
const margin = 4;

/** A text as a QR code. Dark on light in every theme: many readers support no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { dark, size } = useMemo(() => qrModules(text), [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="rounded-middle">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.map(([column, row]) => `M${column} ${row}h1v1h-1z`).join('')} fill="#000" />
    </svg>
  );
}

/** The dark modules, as column and row within a square of `size` that has the margin already. */
export function qrModules(text: string): { dark: readonly (readonly [column: number, row: number])[]; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const places = Array.from({ length: modules.size }, (_, place) => place);
  const dark = places.flatMap((row) =>
    places
      .filter((column) => modules.get(row, column) !== 0)
      .map((column): readonly [number, number] => [column + margin, row + margin]),
  );
  return { dark, size: modules.size + 2 * margin };
}
