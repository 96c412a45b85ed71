/** Indicators that lie over the candles; the others have a pane of their own. */
export const overlayIndicators = ['MA', 'EMA', 'BOLL', 'SAR'] as const;
export const indicatorNames = [...overlayIndicators, 'VOL', 'MACD', 'RSI', 'KDJ'] as const;
export type IndicatorName = (typeof indicatorNames)[number];

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
