import { alpha, createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';

/** Colours by role; text reaches 4.5:1 and controls 3:1 on every surface of their theme. */
interface Palette {
  readonly ground: string;
  readonly panel: string;
  readonly raised: string;
  readonly line: string;
  readonly control: string;
  readonly text: string;
  readonly muted: string;
  readonly gold: string;
  readonly goldFill: string;
  readonly onGold: string;
  readonly good: string;
  readonly bad: string;
  readonly warn: string;
  readonly info: string;
}

const dark: Palette = {
  ground: '#0a0f1d',
  panel: '#101727',
  raised: '#172036',
  line: '#232e47',
  control: '#64749a',
  text: '#e9eef8',
  muted: '#9aa8c4',
  gold: '#e6b94e',
  goldFill: '#e6b94e',
  onGold: '#1a1405',
  good: '#3ecf96',
  bad: '#ff7c83',
  warn: '#f5a35c',
  info: '#7db2ff',
};

const light: Palette = {
  ground: '#f3f5f9',
  panel: '#ffffff',
  raised: '#eef1f7',
  line: '#d9dfea',
  control: '#76829b',
  text: '#101a2f',
  muted: '#4f5c76',
  gold: '#7a5700',
  goldFill: '#e2b13c',
  onGold: '#1a1405',
  good: '#08694a',
  bad: '#b81d2a',
  warn: '#8f4400',
  info: '#1a58b8',
};

const face =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
export const monospace = 'ui-monospace, "SFMono-Regular", "JetBrains Mono", Consolas, "Liberation Mono", monospace';

function themeOf(mode: 'dark' | 'light', colour: Palette): Theme {
  const tone = (main: string, contrastText: string) => ({ main, light: main, dark: main, contrastText });
  const onSolid = mode === 'dark' ? '#0a0f1d' : '#ffffff';
  return createTheme({
    palette: {
      mode,
      primary: tone(colour.gold, mode === 'dark' ? colour.onGold : '#ffffff'),
      secondary: tone(colour.info, onSolid),
      success: tone(colour.good, onSolid),
      error: tone(colour.bad, onSolid),
      warning: tone(colour.warn, onSolid),
      info: tone(colour.info, onSolid),
      background: { default: colour.ground, paper: colour.panel },
      text: { primary: colour.text, secondary: colour.muted, disabled: colour.muted },
      divider: colour.line,
      action: { hover: alpha(colour.text, 0.05), selected: alpha(colour.goldFill, 0.14), disabled: colour.muted },
    },
    shape: { borderRadius: 8 },
    spacing: 8,
    typography: {
      fontFamily: face,
      fontSize: 13,
      htmlFontSize: 16,
      h1: { fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.012em', lineHeight: 1.3 },
      h2: { fontSize: '0.9375rem', fontWeight: 620, letterSpacing: '-0.005em', lineHeight: 1.4 },
      h3: { fontSize: '0.8125rem', fontWeight: 600, lineHeight: 1.45 },
      body1: { fontSize: '0.8125rem', lineHeight: 1.5 },
      body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
      caption: { fontSize: '0.75rem', lineHeight: 1.45 },
      button: { fontSize: '0.8125rem', fontWeight: 560, textTransform: 'none', letterSpacing: 0 },
    },
    transitions: { duration: { enteringScreen: 140, leavingScreen: 120, shortest: 100, shorter: 120, short: 140 } },
    components: componentsOf(mode, colour),
  });
}

type Components = NonNullable<ThemeOptions['components']>;

function componentsOf(mode: 'dark' | 'light', colour: Palette): Components {
  return { ...surfaces(mode, colour), ...controls(colour) };
}

function controls(colour: Palette): Components {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums', fontFeatureSettings: '"cv05", "cv11"' },
        '::selection': { backgroundColor: alpha(colour.goldFill, 0.35) },
        ':focus-visible': { outline: `2px solid ${colour.gold}`, outlineOffset: 2 },
        '@media (prefers-reduced-motion: reduce)': {
          '*': { animationDuration: '0s !important', transitionDuration: '0s !important' },
        },
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderColor: colour.line, borderRadius: 12 } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small', disableRipple: true },
      styleOverrides: {
        root: { minHeight: 32, paddingInline: 14, borderRadius: 8, whiteSpace: 'nowrap' },
        contained: {
          '&.MuiButton-colorPrimary:not(.Mui-disabled)': {
            backgroundColor: colour.goldFill,
            color: colour.onGold,
            '&:hover': { filter: 'brightness(1.07)' },
          },
        },
        outlined: { borderColor: colour.control },
      },
    },
    MuiIconButton: { defaultProps: { size: 'small', disableRipple: true }, styleOverrides: { root: { borderRadius: 8 } } },
  };
}

function surfaces(mode: 'dark' | 'light', colour: Palette): Components {
  return {
    MuiTableCell: {
      styleOverrides: {
        root: {
          borderColor: colour.line,
          padding: '7px 12px',
          fontSize: '0.8125rem',
          lineHeight: 1.4,
          '& .MuiSelect-select': { paddingBlock: '4px' },
          '& .MuiButton-root': { minHeight: 28, paddingBlock: 2, paddingInline: 10 },
        },
        head: {
          color: colour.muted,
          fontWeight: 560,
          fontSize: '0.75rem',
          whiteSpace: 'nowrap',
          backgroundColor: colour.panel,
        },
      },
    },
    MuiTableRow: { styleOverrides: { root: { '&:last-child td, &:last-child th': { borderBottom: 0 } } } },
    MuiOutlinedInput: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: { '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: colour.text } },
        notchedOutline: { borderColor: colour.control },
      },
    },
    // Nearly every field is needed; those that are not say so.
    MuiInputLabel: { defaultProps: { required: false } },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { size: 'small' } },
    MuiFormHelperText: { styleOverrides: { root: { marginInline: 2 } } },
    MuiChip: { defaultProps: { size: 'small' }, styleOverrides: { root: { borderRadius: 6, fontWeight: 560, height: 22 } } },
    MuiDialog: {
      styleOverrides: {
        paperFullScreen: { '&&': { borderRadius: 0, border: 0 } },
        paper: { borderRadius: 16, border: `1px solid ${colour.line}`, backgroundColor: colour.panel },
      },
    },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: alpha('#040710', 0.62) } } },
    },
    MuiTooltip: {
      styleOverrides: {
        tooltip: {
          backgroundColor: mode === 'dark' ? colour.raised : colour.text,
          color: mode === 'dark' ? colour.text : '#ffffff',
          border: `1px solid ${colour.line}`,
          fontSize: '0.75rem',
        },
      },
    },
    MuiAlert: { styleOverrides: { root: { borderRadius: 10, alignItems: 'center' } } },
    MuiTab: { styleOverrides: { root: { minHeight: 40, paddingInline: 14, minWidth: 0 } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
    MuiToggleButton: {
      defaultProps: { size: 'small' },
      styleOverrides: { root: { textTransform: 'none', paddingBlock: 4, borderColor: colour.line, color: colour.muted } },
    },
    MuiLink: { defaultProps: { underline: 'hover' }, styleOverrides: { root: { color: colour.gold } } },
    MuiMenuItem: { styleOverrides: { root: { fontSize: '0.8125rem', minHeight: 34 } } },
    MuiSnackbarContent: {
      styleOverrides: { root: { backgroundColor: colour.raised, color: colour.text, border: `1px solid ${colour.line}` } },
    },
  };
}

export const darkTheme = themeOf('dark', dark);
export const lightTheme = themeOf('light', light);
