import { Box, IconButton, Tooltip } from '@mui/material';
import { useTheme as useDrawnTheme } from '@mui/material/styles';
import { Languages, Moon, Sun } from 'lucide-react';
import { useLocaleState, useTheme } from 'react-admin';
import { useWords } from '../words/words.ts';

/** The other of two languages, and the other of two themes. */
export function LanguageAndTheme() {
  const say = useWords();
  const [locale, setLocale] = useLocaleState();
  const [, setTheme] = useTheme();
  // The one on the screen: react-admin's own guess is the system's, until somebody chooses.
  const theme = useDrawnTheme().palette.mode;
  return (
    <Box sx={{ display: 'flex', gap: 0.5 }}>
      <Tooltip title={locale === 'zh' ? 'English' : '简体中文'}>
        <IconButton
          lang={locale === 'zh' ? 'en' : 'zh'}
          aria-label={locale === 'zh' ? 'English' : '简体中文'}
          onClick={() => setLocale(locale === 'zh' ? 'en' : 'zh')}
        >
          <Languages size={18} aria-hidden />
        </IconButton>
      </Tooltip>
      <Tooltip title={say('ra.action.toggle_theme')}>
        <IconButton aria-label={say('ra.action.toggle_theme')} onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}>
          {theme === 'light' ? <Moon size={18} aria-hidden /> : <Sun size={18} aria-hidden />}
        </IconButton>
      </Tooltip>
    </Box>
  );
}
