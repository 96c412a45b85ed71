import { type Chart, registerOverlay } from 'klinecharts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenOptions } from '../../../shared/trading/order-lists.ts';
import type { Palette } from './chart-styles.ts';
import { type MarkLook, figuresOf, marksOf } from './mark-figures.ts';

const name = 'optionMark';
const group = 'optionMarks';
function isLook(value: unknown): value is MarkLook {
  return typeof value === 'object' && value !== null && 'bought' in value && 'expires' in value;
}

registerOverlay<MarkLook>({
  name,
  totalStep: 3,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay: { extendData }, coordinates: [from, to], bounding: { height } }) =>
    isLook(extendData) && from !== undefined && to !== undefined
      ? figuresOf(from, to, height, extendData).map((figure) => ({ ...figure, ignoreEvent: true }))
      : [],
});

interface OptionMarksProps {
  chart: Chart;
  palette: Palette;
  code: string;
}

/** Draws the options that run on an instrument into its chart. */
export function OptionMarks({ chart, palette, code }: OptionMarksProps) {
  const { t } = useTranslation('options');
  const options = useOpenOptions(code).data?.items;
  useEffect(() => {
    const words = { bought: t('mark.bought'), expires: t('mark.expires') };
    for (const mark of marksOf(options ?? [])) {
      const color = mark.up ? palette.gain : palette.loss;
      chart.createOverlay({
        name,
        groupId: group,
        lock: true,
        zLevel: 1,
        points: [
          { timestamp: mark.openedAt, value: mark.strike },
          { timestamp: mark.expiresAt, value: mark.strike },
        ],
        extendData: { ...words, color, ink: palette.onChange, size: palette.captionPx - 1, family: palette.face },
      });
    }
    return () => {
      chart.removeOverlay({ groupId: group });
    };
  }, [chart, palette, options, t]);
  return null;
}
