import { Box, Typography, useTheme } from '@mui/material';

export interface DayFigure {
  readonly day: string;
  /** Only for the height of its bar; `shown` is what is read. */
  readonly height: number;
  readonly shown: string;
}

const width = 300;
const height = 56;
const gap = 2;

/** One bar a day, the last one being today; the figures of each are in its title. */
export function DayBars({ label, days }: { label: string; days: readonly DayFigure[] }) {
  const { palette } = useTheme();
  const most = Math.max(1e-9, ...days.map((day) => day.height));
  const step = width / Math.max(1, days.length);
  const today = days.at(-1);
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Box component="figcaption" sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mb: 0.5 }}>
        <Typography variant="caption" color="textSecondary">
          {label}
        </Typography>
        <Typography variant="caption" sx={{ fontWeight: 600 }}>
          {today?.shown}
        </Typography>
      </Box>
      <svg
        role="img"
        aria-label={`${label}: ${today?.shown ?? ''}`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
      >
        <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke={palette.divider} />
        {days.map(({ day, height: value, shown }, position) => {
          const tall = value <= 0 ? 0 : Math.max(2, (value / most) * (height - 4));
          return (
            <rect
              key={day}
              x={position * step + gap / 2}
              y={height - tall}
              width={Math.max(1, step - gap)}
              height={tall}
              rx={1.5}
              fill={position === days.length - 1 ? palette.primary.main : palette.text.secondary}
              opacity={position === days.length - 1 ? 1 : 0.45}
            >
              <title>{`${day}: ${shown}`}</title>
            </rect>
          );
        })}
      </svg>
    </Box>
  );
}
