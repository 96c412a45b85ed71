import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Alert, Box, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Code } from '../../shared/parts/code.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Verification } from './verification.tsx';
import { WorkedOut } from './worked-out.tsx';

/** Both chains, recomputed on request. */
export function SeatPage() {
  const say = useWords();
  return (
    <Page title={say('audit.seat.title')} lead={say('audit.seat.lead')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
        <Panel title={say('audit.seat.books')}>
          <Books />
        </Panel>
        <Panel title={say('audit.seat.log')}>
          <Verification />
          <Link component={RouterLink} to="/audit" sx={{ display: 'inline-block', mt: 1.5 }}>
            {say('audit.seat.entries')}
          </Link>
        </Panel>
      </Box>
    </Page>
  );
}

/** Every booking from the first on, worked out anew. */
function Books() {
  const say = useWords();
  const format = useFormat();
  const answer = useDesk(consoleCalls.ledger.verifyBooks, {}, { enabled: false });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <WorkedOut name={say('audit.seat.verifyBooks')} answer={answer}>
        {({ findings, through, days, seal }) => (
          <Alert severity={findings.length === 0 ? 'success' : 'error'} variant="outlined">
            {findings.length === 0
              ? say('audit.seat.booksHold', {
                  through: format.integer(through),
                  days: days.length === 0 ? '—' : days.join(', '),
                })
              : say('audit.seat.booksBroken', { count: format.integer(findings.length) })}
            {findings.length > 0 && (
              <Box component="ul" sx={{ m: 0, pl: 2 }}>
                {findings.map(({ check, about, detail }) => (
                  <li key={check + about + detail}>
                    {check}: {about}: {detail}
                  </li>
                ))}
              </Box>
            )}
            {seal !== null && (
              <Box sx={{ fontSize: '0.75rem' }}>
                {say('audit.seat.seal')}: <Code text={seal} short /> {say('audit.seat.sealHint')}
              </Box>
            )}
          </Alert>
        )}
      </WorkedOut>
      <Link component={RouterLink} to="/ledger">
        {say('audit.seat.ledger')}
      </Link>
    </Box>
  );
}
