import { keepInLayout } from '../../../shared/layout.ts';
import { readCharts, readParameters, readTemplates, useChartMemory } from './chart-memory.ts';

/** Of what one text may hold for all that is set up, charts leave some to the others. */
const charsMax = 24_000;

/** The charts that were changed last, as many as fit. */
function newest() {
  const { charts, parameters, chartTemplates } = useChartMemory.getState();
  let entries = Object.entries(charts);
  while (JSON.stringify(entries).length > charsMax) entries = entries.slice(1);
  return { charts: Object.fromEntries(entries), parameters, chartTemplates };
}

/** Keeps indicators, drawings, parameters and templates with the person. */
export function keepCharts(): void {
  keepInLayout('charts', {
    read: newest,
    apply: (found) => {
      const told = typeof found === 'object' && found !== null ? new Map(Object.entries(found)) : new Map<string, unknown>();
      useChartMemory.setState({
        charts: readCharts(told.get('charts')),
        parameters: readParameters(told.get('parameters')),
        chartTemplates: readTemplates(told.get('chartTemplates')),
      });
    },
    subscribe: (listener) => useChartMemory.subscribe(listener),
  });
}
