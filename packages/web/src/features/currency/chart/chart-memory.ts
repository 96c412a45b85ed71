import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { parse, perField } from '../../../shared/client/storage.ts';
import { type IndicatorName, type Tool, indicatorNames, tools } from './tools.ts';

/** A finished drawing: its tool and the places it was tied to. */
export interface Drawing {
  readonly tool: Tool;
  readonly points: readonly { readonly timestamp: number; readonly value: number }[];
}

/** What a person has put on the chart of one instrument. */
export interface ChartSetup {
  readonly indicators: readonly IndicatorName[];
  readonly drawings: readonly Drawing[];
}

/** Charts beyond these are forgotten, those changed longest ago first; what is larger than these is not kept. */
const chartsMax = 60;
const drawingsMax = 40;
const pointsMax = 400;

const plain: ChartSetup = { indicators: ['MA', 'VOL'], drawings: [] };

interface Kept {
  /** Setups by instrument, the one changed last at the end. */
  charts: Readonly<Record<string, ChartSetup>>;
}

interface ChartMemory extends Kept {
  change(code: string, setup: Partial<ChartSetup>): void;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readPoint(found: unknown): Drawing['points'] {
  if (!isRecord(found)) return [];
  const { timestamp, value } = found;
  return typeof timestamp === 'number' && typeof value === 'number' ? [{ timestamp, value }] : [];
}

function readDrawing(found: unknown): Drawing[] {
  if (!isRecord(found)) return [];
  const places: unknown = found['points'];
  const tool = tools.find((one) => one === found['tool']);
  if (tool === undefined || !Array.isArray(places) || places.length === 0 || places.length > pointsMax) return [];
  const points = places.flatMap(readPoint);
  return points.length < places.length ? [] : [{ tool, points }];
}

/** Storage is written by older versions and curious people: what is not a setup is left out. */
export function readSetup(found: unknown): ChartSetup {
  if (!isRecord(found)) return plain;
  const { indicators, drawings } = found;
  return {
    indicators: Array.isArray(indicators) ? indicatorNames.filter((name) => indicators.includes(name)) : plain.indicators,
    drawings: Array.isArray(drawings) ? drawings.flatMap(readDrawing).slice(-drawingsMax) : [],
  };
}

function accept({ charts }: Readonly<Record<string, string | undefined>>): Kept {
  const found = parse(charts);
  const entries = isRecord(found) ? Object.entries(found).slice(-chartsMax) : [];
  return { charts: Object.fromEntries(entries.map(([code, setup]) => [code, readSetup(setup)])) };
}

/** Charts of this browser, each as the person left it. */
export const useChartMemory = create<ChartMemory>()(
  persist<ChartMemory, [], [], Kept>(
    (set) => ({
      charts: {},
      change: (code, change) =>
        set(({ charts }) => {
          const others = Object.entries(charts).filter(([other]) => other !== code);
          const setup = readSetup({ ...(charts[code] ?? plain), ...change });
          return { charts: Object.fromEntries<ChartSetup>([...others, [code, setup] as const].slice(-chartsMax)) };
        }),
    }),
    {
      name: 'charts',
      storage: perField<Kept>('localStorage', ['charts'], accept),
      partialize: ({ charts }) => ({ charts }),
    },
  ),
);

export function setupOf(code: string): ChartSetup {
  return useChartMemory.getState().charts[code] ?? plain;
}

/** The indicators chosen for an instrument, and how to choose others. */
export function useChosenIndicators(code: string): [readonly IndicatorName[], (indicators: readonly IndicatorName[]) => void] {
  const indicators = useChartMemory(({ charts }) => charts[code]?.indicators ?? plain.indicators);
  const change = useChartMemory((memory) => memory.change);
  return [indicators, (next) => change(code, { indicators: next })];
}
