import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Button } from '@mui/material';
import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { SearchDialog } from '../features/search/search-dialog.tsx';
import { mayCall } from '../shared/client/may-call.ts';
import { useOperator } from '../shared/client/operator.ts';
import { useWords } from '../shared/words/words.ts';
import { unseen } from '../ui/unseen.ts';
import { desks } from './desks.ts';

/** Apple's keyboards have another key for it. */
const key = /mac|iphone|ipad/iu.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** The search of the whole console, in every page's bar and behind Ctrl+K or ⌘K. */
export function Search() {
  const say = useWords();
  const { roles } = useOperator();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const mine = desks.filter(({ gate }) => mayCall(gate, roles)).map(({ path, name }) => ({ path, name: say(`desks.${name}`) }));
  if (!mayCall(consoleCalls.search.find, roles)) return null;
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        startIcon={<SearchIcon size={15} aria-hidden />}
        sx={{
          color: 'text.secondary',
          minWidth: { xs: 40, sm: 220 },
          px: { xs: 1, sm: 2 },
          justifyContent: 'flex-start',
          fontWeight: 450,
          '& .MuiButton-startIcon': { m: { xs: 0, sm: undefined } },
        }}
      >
        <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('sm')]: unseen })}>
          {say('search.open')}
        </Box>
        <Box component="kbd" aria-hidden sx={{ display: { xs: 'none', sm: 'inline' }, ml: 'auto', font: 'inherit' }}>
          {key}
        </Box>
      </Button>
      {open && <SearchDialog desks={mine} close={() => setOpen(false)} />}
    </>
  );
}
