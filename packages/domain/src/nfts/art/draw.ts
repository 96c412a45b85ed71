/** Side of the square that every piece is drawn on. */
export const side = 600;

export type Point = readonly [x: number, y: number];

/** A coordinate with one decimal: enough for the eye, and the same on every machine. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

type Value = string | number;

/** An element with its attributes and content. */
export function tag(name: string, attributes: Readonly<Record<string, Value>>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${typeof value === 'number' ? n(value) : value}"`);
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`;
}

export function group(attributes: Readonly<Record<string, Value>>, parts: readonly string[]): string {
  return parts.length === 0 ? '' : tag('g', attributes, parts.join(''));
}

export function disc(x: number, y: number, radius: number, fill: string, more: Readonly<Record<string, Value>> = {}): string {
  return tag('circle', { cx: x, cy: y, r: radius, fill, ...more });
}

export function ground(fill: string): string {
  return tag('rect', { width: side, height: side, fill });
}

/** A smooth line through points (Catmull-Rom as cubic curves); closed, it returns to its start. */
export function smooth(points: readonly Point[], closed = false): string {
  const [first] = points;
  if (first === undefined) return '';
  const count = points.length;
  const at = (place: number): Point => {
    const wanted = closed ? (place + count) % count : Math.min(Math.max(place, 0), count - 1);
    return points[wanted] ?? first;
  };
  const curves = Array.from({ length: closed ? count : count - 1 }, (_, place) => {
    const [before, from, to, after] = [at(place - 1), at(place), at(place + 1), at(place + 2)];
    const c1 = `${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)}`;
    const c2 = `${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)}`;
    return `C${c1} ${c2} ${n(to[0])} ${n(to[1])}`;
  });
  return `M${n(first[0])} ${n(first[1])}${curves.join('')}${closed ? 'Z' : ''}`;
}

export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;
}

/** A gradient from top to bottom, or along `x2`, `y2`. */
export function gradient(id: string, colours: readonly string[], along: { x2?: number; y2?: number } = {}): string {
  const stops = colours.map((colour, place) =>
    tag('stop', { offset: `${Math.round((place / Math.max(1, colours.length - 1)) * 100)}%`, 'stop-color': colour }),
  );
  return tag('linearGradient', { id, x1: 0, y1: 0, x2: along.x2 ?? 0, y2: along.y2 ?? 1 }, stops.join(''));
}

/** A glow that fades from its middle. */
export function glow(id: string, colour: string, strength = 1): string {
  const stop = (offset: number, opacity: number) =>
    tag('stop', { offset: `${offset}%`, 'stop-color': colour, 'stop-opacity': String(Math.round(opacity * 100) / 100) });
  return tag('radialGradient', { id }, stop(0, strength) + stop(45, strength * 0.45) + stop(100, 0));
}

/** A colour between two, `share` of the way from the first to the second. */
export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, place: number) => Number.parseInt(colour.slice(1 + place * 2, 3 + place * 2), 16);
  const mixed = [0, 1, 2].map((place) => {
    const value = channel(from, place) + (channel(to, place) - channel(from, place)) * share;
    return Math.round(value).toString(16).padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}

/** The point `radius` away from a middle, at an angle in radians. */
export function around([x, y]: Point, radius: number, angle: number): Point {
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
}
