import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Link, Typography } from '@mui/material';
import { alpha } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { mayCall } from '../shared/client/may-call.ts';
import { useOperator } from '../shared/client/operator.ts';
import { useDesk } from '../shared/client/use-desk.ts';
import { useFormat } from '../shared/words/format.ts';
import { useWords } from '../shared/words/words.ts';
import { Brand } from '../ui/brand.tsx';
import { type Desk, desks } from './desks.ts';

const groups = ['work', 'customers', 'money', 'offer', 'oversight'] as const;
const queuesEveryMs = 20_000;

/** The desks that the operator's roles open, with what waits at each. */
export function Sidebar() {
  const say = useWords();
  const { roles } = useOperator();
  const works = mayCall(consoleCalls.dashboard.queues, roles);
  const { data: queues = [], refetch } = useDesk(consoleCalls.dashboard.queues, {}, { everyMs: queuesEveryMs, enabled: works });
  // An opened desk shows what waits there now: its figure must not be older than its list.
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    if (works) void refetch();
  }, [pathname, works, refetch]);
  const mine = desks.filter(({ gate }) => mayCall(gate, roles));
  return (
    <Box component="nav" aria-label={say('frame.desks')} sx={{ height: '100%', overflowY: 'auto', px: 1.25, pb: 2 }}>
      <Box sx={{ px: 1, height: 52, display: 'flex', alignItems: 'center' }}>
        <Brand suffix={say('frame.name')} />
      </Box>
      {groups.map((group) => {
        const members = mine.filter((desk) => desk.group === group);
        return (
          members.length > 0 && (
            <Box key={group} sx={{ mt: 1.25 }}>
              <Typography variant="caption" color="textSecondary" component="h2" sx={{ px: 1, mb: 0.25, fontWeight: 560 }}>
                {say(`frame.group.${group}`)}
              </Typography>
              {members.map((desk) => (
                <DeskLink
                  key={desk.path}
                  desk={desk}
                  waiting={queues.find((queue) => queue.desk === desk.queue)?.waiting ?? 0}
                />
              ))}
            </Box>
          )
        );
      })}
    </Box>
  );
}

function DeskLink({ desk: { path, name, icon: Icon }, waiting }: { desk: Desk; waiting: number }) {
  const say = useWords();
  const format = useFormat();
  return (
    <Link
      component={NavLink}
      to={path}
      end={path === '/'}
      underline="none"
      sx={({ palette }) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        px: 1,
        height: 31,
        borderRadius: 1,
        color: 'text.secondary',
        fontSize: '0.8125rem',
        fontWeight: 500,
        '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
        '&.active': { bgcolor: alpha(palette.primary.main, 0.12), color: 'text.primary', fontWeight: 600 },
        '&.active svg': { color: 'primary.main' },
      })}
    >
      <Icon size={16} strokeWidth={1.8} aria-hidden />
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        {say(`desks.${name}`)}
      </Box>
      {waiting > 0 && (
        <Box
          component="span"
          aria-label={say('frame.openCases', { count: waiting })}
          role="img"
          sx={({ palette }) => ({
            px: 0.75,
            borderRadius: 1,
            fontSize: '0.6875rem',
            fontWeight: 650,
            lineHeight: '18px',
            color: palette.primary.main,
            bgcolor: alpha(palette.primary.main, 0.14),
          })}
        >
          {format.integer(waiting)}
        </Box>
      )}
    </Link>
  );
}
