import type { Chart, Overlay, OverlayCreate } from 'klinecharts';
import { useCallback, useEffect, useRef } from 'react';
import { type Drawing, setupOf, useChartMemory } from './chart-memory.ts';
import { type Tool, tools } from './tools.ts';

const groupId = 'drawings';
/** The chart library's sign for a drawing that is complete. */
const finished = -1;

/** What can be kept of an overlay; nothing of one that is still being drawn or lies beyond the bars. */
function drawingOf({ name, currentStep, points }: Overlay): Drawing[] {
  const tool = tools.find((one) => one === name);
  const kept = points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  );
  return tool === undefined || currentStep !== finished || kept.length < points.length ? [] : [{ tool, points: kept }];
}

/** Drawings of an instrument: brought back when its bars have come, and kept whenever one is finished, moved or removed. */
export function useDrawings(chart: Chart | null, code: string, ready: boolean): { draw(tool: Tool): void; clear(): void } {
  const restored = useRef<Chart | null>(null);
  const save = useCallback(() => {
    // A chart that has been taken down is empty, and its drawings are not: only the one in use is asked.
    if (chart === null || restored.current !== chart) return;
    useChartMemory.getState().change(code, { drawings: chart.getOverlays({ groupId }).flatMap(drawingOf) });
  }, [chart, code]);

  const create = useCallback(
    (overlay: OverlayCreate) => {
      const later = () => queueMicrotask(save);
      chart?.createOverlay({ ...overlay, groupId, onDrawEnd: later, onPressedMoveEnd: later, onRemoved: later });
    },
    [chart, save],
  );

  useEffect(() => {
    if (chart === null || !ready || restored.current === chart) return;
    for (const { tool, points } of setupOf(code).drawings) create({ name: tool, points: [...points] });
    restored.current = chart;
  }, [chart, code, ready, create]);
  useEffect(() => {
    if (chart === null) return undefined;
    return () => {
      restored.current = null;
    };
  }, [chart]);

  return { draw: (tool) => create({ name: tool }), clear: () => chart?.removeOverlay({ groupId }) };
}
