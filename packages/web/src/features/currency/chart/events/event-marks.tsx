import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { type Chart, registerOverlay } from 'klinecharts';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCalendar } from '../../news/calendar.ts';
import type { Palette } from '../chart-styles.ts';
import { type EventLook, eventFigures, eventMarksOf } from './event-figures.ts';

const name = 'eventMark';
const group = 'eventMarks';

function isLook(value: unknown): value is EventLook {
  return typeof value === 'object' && value !== null && 'text' in value && 'line' in value;
}

registerOverlay<EventLook>({
  name,
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay: { extendData }, coordinates: [at], bounding: { height } }) =>
    isLook(extendData) && at !== undefined
      ? eventFigures(at.x, height, extendData).map((figure) => ({ ...figure, ignoreEvent: true }))
      : [],
});

/** Where on the axis of time something of weight happens: of the economies that move it, and of its company. */
export function EventMarks({ chart, palette, info }: { chart: Chart; palette: Palette; info: MarketInfo }) {
  const { t } = useTranslation('about');
  const codes = useMemo(() => [info.code], [info.code]);
  const { data } = useCalendar(codes);
  useEffect(() => {
    for (const { at, what } of eventMarksOf(data ?? [])) {
      const text = what === 'split' || what === 'dividend' ? t(`calendar.mark.${what}`) : what;
      chart.createOverlay({
        name,
        groupId: group,
        lock: true,
        zLevel: 0,
        points: [{ timestamp: at, value: Number(info.nowPrice) || 0 }],
        extendData: { text, line: palette.muted, ink: palette.onChange, size: palette.captionPx - 2, family: palette.face },
      });
    }
    return () => {
      chart.removeOverlay({ groupId: group });
    };
  }, [chart, palette, data, info.nowPrice, t]);
  return null;
}
