import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Link, Paper, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Age } from '../../shared/parts/age.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';

/** What waits at each desk, and for how long the oldest has. */
export function Queues() {
  const say = useWords();
  const name = useNames();
  const format = useFormat();
  const { data, error, refetch } = useDesk(consoleCalls.dashboard.queues, {}, { everyMs: 20_000 });
  if (data === undefined) return error === null ? <Waiting lines={2} /> : <Failure error={error} retry={refetch} />;
  return (
    <Box
      component="section"
      aria-label={say('dashboard.queues')}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))' }}
    >
      {data.map(({ desk, waiting, oldestAt }) => (
        <Link key={desk} component={RouterLink} to={`/${desk}`} underline="none" sx={{ color: 'inherit', borderRadius: 3 }}>
          <Paper
            variant="outlined"
            sx={{
              px: 2,
              py: 1.5,
              height: '100%',
              transition: 'border-color 120ms',
              '&:hover': { borderColor: 'primary.main' },
            }}
          >
            <Typography color="textSecondary">{name('desks', desk)}</Typography>
            <Typography
              sx={{
                fontSize: '1.5rem',
                fontWeight: 640,
                letterSpacing: '-0.02em',
                lineHeight: 1.25,
                color: waiting > 0 ? 'text.primary' : 'text.secondary',
              }}
            >
              {format.integer(waiting)}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="div">
              {oldestAt === null ? (
                say('dashboard.free')
              ) : (
                <>
                  {say('dashboard.oldest')} <Age desk={desk} since={oldestAt} />
                </>
              )}
            </Typography>
          </Paper>
        </Link>
      ))}
    </Box>
  );
}
