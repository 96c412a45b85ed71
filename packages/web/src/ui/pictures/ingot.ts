/** The outline of an ingot as the path of a drawing: its upper face is narrower by the slope at either end. */
export function ingotPath({ x, y, width, height, slope }: Record<'x' | 'y' | 'width' | 'height' | 'slope', number>): string {
  return `M${x + slope} ${y}h${width - 2 * slope}l${slope} ${height}h${-width}z`;
}
