import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { parse, perField } from '../../../shared/client/storage.ts';
import { type IndicatorName, type Tool, indicatorNames, parameterMax, tools, usualParameters } from './tools.ts';

/** A finished drawing: its tool and the places it was tied to. */
export interface Drawing {
  readonly tool: Tool;
  readonly points: readonly { readonly timestamp: number; readonly value: number }[];
}

/** What a person has put on the chart of one instrument. */
export interface ChartSetup {
  readonly indicators: readonly IndicatorName[];
  readonly drawings: readonly Drawing[];
  /** Code of the instrument that is drawn beside it. */
  readonly compare: string | null;
}

/** With what indicators are computed, on every chart, where it is not as usual. */
export type Parameters = Partial<Record<IndicatorName, readonly number[]>>;

/** A set of indicators under a name of the person's own, with what they are computed with. */
export interface ChartTemplate {
  readonly name: string;
  readonly indicators: readonly IndicatorName[];
  readonly parameters: Parameters;
}
export const templatesMax = 12;
export const templateNameMax = 30;

/** Charts beyond these are forgotten, those changed longest ago first; what is larger than these is not kept. */
const chartsMax = 60;
const drawingsMax = 40;
const pointsMax = 400;
const codeCharsMax = 24;

const plain: ChartSetup = { indicators: ['MA', 'VOL'], drawings: [], compare: null };

interface Kept {
  /** Setups by instrument, the one changed last at the end. */
  charts: Readonly<Record<string, ChartSetup>>;
  parameters: Parameters;
  /** The one kept last at the end. */
  chartTemplates: readonly ChartTemplate[];
}

interface ChartMemory extends Kept {
  change(code: string, setup: Partial<ChartSetup>): void;
  /** Null for what is usual. */
  setParameters(name: IndicatorName, parameters: readonly number[] | null): void;
  /** Keeps what the chart of an instrument shows under a name, in the place of what had that name. */
  keepTemplate(code: string, name: string): void;
  /** Puts it on the chart of an instrument. */
  putTemplate(code: string, name: string): void;
  dropTemplate(name: string): void;
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

/** Storage may hold data of older versions or edits by hand: what is not a setup is left out. */
export function readSetup(found: unknown): ChartSetup {
  if (!isRecord(found)) return plain;
  const { indicators, drawings, compare } = found;
  return {
    indicators: Array.isArray(indicators) ? indicatorNames.filter((name) => indicators.includes(name)) : plain.indicators,
    drawings: Array.isArray(drawings) ? drawings.flatMap(readDrawing).slice(-drawingsMax) : [],
    compare: typeof compare === 'string' && compare.length <= codeCharsMax ? compare : null,
  };
}

export const isParameter = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= parameterMax;

/** Of each indicator as many as it takes. */
export function readParameters(found: unknown): Parameters {
  if (!isRecord(found)) return {};
  return Object.fromEntries(
    indicatorNames.flatMap((name) => {
      const values = found[name];
      const fits = Array.isArray(values) && values.length === usualParameters[name].length && values.every(isParameter);
      return fits ? [[name, values]] : [];
    }),
  );
}

/** Charts as storage, or the server, has them. */
export function readCharts(found: unknown): Readonly<Record<string, ChartSetup>> {
  const entries = isRecord(found) ? Object.entries(found).slice(-chartsMax) : [];
  return Object.fromEntries(entries.map(([code, setup]) => [code, readSetup(setup)]));
}

function readTemplate(found: unknown): ChartTemplate[] {
  if (!isRecord(found)) return [];
  const { name, indicators, parameters } = found;
  if (typeof name !== 'string' || name === '' || name.length > templateNameMax || !Array.isArray(indicators)) return [];
  const known = indicatorNames.filter((one) => indicators.includes(one));
  return [{ name, indicators: known, parameters: parametersOf(known, readParameters(parameters)) }];
}

/** Each name once, as it was kept last. */
export function readTemplates(found: unknown): readonly ChartTemplate[] {
  const all = Array.isArray(found) ? found.flatMap(readTemplate) : [];
  return all.filter(({ name }, place) => all.findLastIndex((one) => one.name === name) === place).slice(-templatesMax);
}

const parametersOf = (indicators: readonly IndicatorName[], all: Parameters): Parameters =>
  Object.fromEntries(Object.entries(all).filter(([name]) => indicators.some((one) => one === name)));

function accept({ charts, parameters, chartTemplates }: Readonly<Record<string, string | undefined>>): Kept {
  return {
    charts: readCharts(parse(charts)),
    parameters: readParameters(parse(parameters)),
    chartTemplates: readTemplates(parse(chartTemplates)),
  };
}

/** Charts of this browser, each as the person left it. */
export const useChartMemory = create<ChartMemory>()(
  persist<ChartMemory, [], [], Kept>(
    (set, get) => ({
      charts: {},
      parameters: {},
      chartTemplates: [],
      keepTemplate: (code, name) =>
        set(({ charts, parameters, chartTemplates }) => {
          const { indicators } = charts[code] ?? plain;
          return { chartTemplates: readTemplates([...chartTemplates, { name, indicators, parameters }]) };
        }),
      putTemplate: (code, name) => {
        const found = get().chartTemplates.find((one) => one.name === name);
        if (found === undefined) return;
        // What its indicators are computed with is the person's on every chart.
        set(({ parameters }) => {
          const others = Object.entries(parameters).filter(([one]) => !found.indicators.some((own) => own === one));
          return { parameters: { ...Object.fromEntries(others), ...found.parameters } };
        });
        get().change(code, { indicators: found.indicators });
      },
      dropTemplate: (name) =>
        set(({ chartTemplates }) => ({ chartTemplates: chartTemplates.filter((one) => one.name !== name) })),
      setParameters: (name, values) =>
        set(({ parameters: { [name]: _, ...others } }) => ({
          parameters: readParameters(values === null ? others : { ...others, [name]: values }),
        })),
      change: (code, change) =>
        set(({ charts }) => {
          const others = Object.entries(charts).filter(([other]) => other !== code);
          const setup = readSetup({ ...(charts[code] ?? plain), ...change });
          return { charts: Object.fromEntries<ChartSetup>([...others, [code, setup] as const].slice(-chartsMax)) };
        }),
    }),
    {
      name: 'charts',
      storage: perField<Kept>('localStorage', ['charts', 'parameters', 'chartTemplates'], accept),
      partialize: ({ charts, parameters, chartTemplates }) => ({ charts, parameters, chartTemplates }),
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

/** The instrument that is drawn beside another, and how to choose one. */
export function useCompared(code: string): [string | null, (compare: string | null) => void] {
  const compare = useChartMemory(({ charts }) => charts[code]?.compare ?? null);
  const change = useChartMemory((memory) => memory.change);
  return [compare, (next) => change(code, { compare: next })];
}
