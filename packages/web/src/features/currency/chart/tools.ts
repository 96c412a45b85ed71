/** Indicators that lie over the candles; the others have a pane of their own. */
export const overlayIndicators = ['MA', 'EMA', 'BOLL', 'SAR'] as const;
export const indicatorNames = [...overlayIndicators, 'VOL', 'MACD', 'RSI', 'KDJ', 'CCI', 'WR', 'DMI', 'OBV'] as const;
export type IndicatorName = (typeof indicatorNames)[number];

/** With what an indicator is computed unless the person says otherwise, in the order of the chart library. */
export const usualParameters: Record<IndicatorName, readonly number[]> = {
  MA: [5, 10, 30, 60],
  EMA: [6, 12, 20],
  BOLL: [20, 2],
  SAR: [2, 2, 20],
  VOL: [5, 10, 20],
  MACD: [12, 26, 9],
  RSI: [6, 12, 24],
  KDJ: [9, 3, 3],
  CCI: [20],
  WR: [6, 10, 14],
  DMI: [14, 6],
  OBV: [30],
};
export const parameterMax = 500;

/** Drawings of a person. */
export const tools = [
  'segment',
  'rayLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'parallelStraightLine',
  'priceChannelLine',
  'fibonacciLine',
  'brush',
] as const;
export type Tool = (typeof tools)[number];
