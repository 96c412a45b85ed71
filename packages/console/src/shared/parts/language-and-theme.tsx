import { Box, IconButton, Tooltip } from '@mui/material';
import { Languages, Moon, Sun } from 'lucide-react';
import { chooseTheme, useThemeName } from '../theme.ts';
import { chooseLanguage, useLanguage } from '../words/i18n.ts';
import { useWords } from '../words/words.ts';

/** The other of two languages, and the other of two themes. */
export function LanguageAndTheme() {
  const say = useWords();
  const language = useLanguage();
  const theme = useThemeName();
  return (
    <Box sx={{ display: 'flex', gap: 0.5 }}>
      <Tooltip title={language === 'zh' ? 'English' : '简体中文'}>
        <IconButton
          lang={language === 'zh' ? 'en' : 'zh'}
          aria-label={language === 'zh' ? 'English' : '简体中文'}
          onClick={() => chooseLanguage(language === 'zh' ? 'en' : 'zh')}
        >
          <Languages size={18} aria-hidden />
        </IconButton>
      </Tooltip>
      <Tooltip title={say('frame.otherTheme')}>
        <IconButton aria-label={say('frame.otherTheme')} onClick={() => chooseTheme(theme === 'light' ? 'dark' : 'light')}>
          {theme === 'light' ? <Moon size={18} aria-hidden /> : <Sun size={18} aria-hidden />}
        </IconButton>
      </Tooltip>
    </Box>
  );
}
