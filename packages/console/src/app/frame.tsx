import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Drawer, IconButton, LinearProgress, Link, Tooltip, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { Menu } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { mayCall } from '../shared/client/may-call.ts';
import { useOperator } from '../shared/client/operator.ts';
import { mustLookAtActs } from '../shared/client/outbox.ts';
import { useDesk } from '../shared/client/use-desk.ts';
import { Forbidden } from '../shared/desk/forbidden.tsx';
import { notify } from '../shared/notices.ts';
import { LanguageAndTheme } from '../shared/parts/language-and-theme.tsx';
import { useWords } from '../shared/words/words.ts';
import { Brand } from '../ui/brand.tsx';
import { Tag } from '../ui/tag.tsx';
import { Clock } from './clock.tsx';
import { desks } from './desks.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotYours } from './failed.tsx';
import { OperatorMenu } from './operator-menu.tsx';
import { Search } from './search.tsx';
import { Sidebar } from './sidebar.tsx';
import { Unanswered } from './unanswered.tsx';

const sidebarWidth = 224;

/** Says after the next sign-in that the last session ended before an answer had arrived. */
function useLookAtActs(operator: string): void {
  const say = useWords();
  useEffect(() => {
    if (mustLookAtActs(operator)) notify(say('act.look'), 'warning', { stays: true });
  }, [operator, say]);
}

/** The frame of every desk: the desks at the side, who works here and where at the top. */
export function Frame({ children }: { children: ReactNode }) {
  const say = useWords();
  const { pathname } = useLocation();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'));
  // The page on which the menu was opened: another one closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const { id, roles } = useOperator();
  useLookAtActs(id);
  const here = desks.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  // The first page is another for who works at no desk.
  const closed = here !== undefined && here.path !== '/' && !mayCall(here.gate, roles);
  const { data: me } = useDesk(consoleCalls.session.me, {});

  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', bgcolor: 'background.default' }}>
      <Link
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
        sx={{
          position: 'absolute',
          left: -9999,
          '&:focus': { left: 12, top: 12, zIndex: 2000, bgcolor: 'background.paper', p: 1 },
        }}
      >
        {say('frame.skip')}
      </Link>
      {wide ? (
        <Box
          sx={{
            width: sidebarWidth,
            flexShrink: 0,
            position: 'sticky',
            top: 0,
            height: '100dvh',
            borderRight: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
          }}
        >
          <Sidebar />
        </Box>
      ) : (
        <Drawer
          open={openAt === pathname}
          onClose={() => setOpenAt(null)}
          slotProps={{ paper: { sx: { width: sidebarWidth + 24 } } }}
        >
          <Sidebar />
        </Drawer>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Box
          component="header"
          sx={{
            position: 'sticky',
            top: 0,
            zIndex: 20,
            display: 'flex',
            alignItems: 'center',
            gap: { xs: 0.75, sm: 1.5 },
            px: { xs: 1.5, md: 3 },
            height: 52,
            borderBottom: 1,
            borderColor: 'divider',
            bgcolor: 'background.default',
          }}
        >
          {!wide && (
            <>
              <IconButton onClick={() => setOpenAt(pathname)} aria-label={say('frame.openMenu')}>
                <Menu size={20} aria-hidden />
              </IconButton>
              <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
                <Brand suffix={say('frame.name')} />
              </Box>
            </>
          )}
          <Search />
          <Box sx={{ flex: 1 }} />
          {me?.mode === 'sandbox' && (
            <Tooltip title={say('frame.sandboxHint')}>
              <Box component="span">
                <Tag text={say('frame.sandbox')} tone="gold" />
              </Box>
            </Tooltip>
          )}
          <Clock />
          <LanguageAndTheme />
          <OperatorMenu />
        </Box>
        <Box component="main" id="main" tabIndex={-1} sx={{ flex: 1, minWidth: 0, outline: 'none' }}>
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<LinearProgress aria-label={say('frame.loading')} />}>
              {closed ? <NotYours /> : <Forbidden key={pathname}>{children}</Forbidden>}
            </Suspense>
          </ErrorBoundary>
        </Box>
      </Box>
      <Unanswered operator={id} />
    </Box>
  );
}
