import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Alert, Box, Button, Link } from '@mui/material';
import { ShieldCheck } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Code } from '../../shared/parts/code.tsx';
import { Failure } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Verification } from './verification.tsx';

/** Both chains, worked out anew whenever somebody asks. */
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

function Books() {
  const say = useWords();
  const format = useFormat();
  const { data, error, isFetching, refetch } = useDesk(consoleCalls.ledger.verifyBooks, {}, { enabled: false });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box>
        <Button
          variant="contained"
          loading={isFetching}
          loadingPosition="start"
          startIcon={<ShieldCheck size={16} aria-hidden />}
          onClick={() => void refetch()}
        >
          {say('audit.seat.verifyBooks')}
        </Button>
      </Box>
      <Box role="status">
        {error !== null && <Failure error={error} />}
        {data !== undefined && (
          <Alert severity={data.findings.length === 0 ? 'success' : 'error'} variant="outlined">
            {data.findings.length === 0
              ? say('audit.seat.booksHold', {
                  through: format.integer(data.through),
                  days: data.days.length === 0 ? '—' : data.days.join(', '),
                })
              : say('audit.seat.booksBroken', { count: format.integer(data.findings.length) })}
            {data.findings.length > 0 && (
              <Box component="ul" sx={{ m: 0, pl: 2 }}>
                {data.findings.map(({ check, about, detail }) => (
                  <li key={check + about + detail}>
                    {check}: {about}: {detail}
                  </li>
                ))}
              </Box>
            )}
            {data.seal !== null && (
              <Box sx={{ fontSize: '0.75rem' }}>
                {say('audit.seat.seal')}: <Code text={data.seal} short /> {say('audit.seat.sealHint')}
              </Box>
            )}
          </Alert>
        )}
      </Box>
      <Link component={RouterLink} to="/ledger">
        {say('audit.seat.ledger')}
      </Link>
    </Box>
  );
}
