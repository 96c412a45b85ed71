import { create } from 'qrcode';
import { useMemo } from 'react';

/** The light margin that readers need, in modules. */
const margin = 4;

/** A text as a QR code, dark on light in both themes: many readers support no other. */
export function QrCode({ text, label, size = 176 }: { text: string; label: string; size?: number }) {
  const { path, modules } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { path: string; modules: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const cells = Array.from({ length: modules.size ** 2 }, (_, cell) => [cell % modules.size, Math.floor(cell / modules.size)]);
  const path = cells
    .filter(([column = 0, row = 0]) => modules.get(row, column))
    .map(([column = 0, row = 0]) => `M${column + margin} ${row + margin}h1v1h-1z`)
    .join('');
  return { path, modules: modules.size + 2 * margin };
}
