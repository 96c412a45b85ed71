import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Alert, Box, Button } from '@mui/material';
import { ShieldCheck } from 'lucide-react';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Code } from '../../shared/parts/code.tsx';
import { Failure } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';

/** Has the server work the whole chain out anew, and says what it found. */
export function Verification() {
  const say = useWords();
  const format = useFormat();
  const { data, error, isFetching, refetch } = useDesk(consoleCalls.audit.verify, {}, { enabled: false });
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
          {say('audit.verify')}
        </Button>
      </Box>
      <Box role="status">
        {error !== null && <Failure error={error} />}
        {data !== undefined && data.findings.length === 0 && (
          <Alert severity="success" variant="outlined">
            {say('audit.verified', { count: format.integer(data.entries) })}
            <Box sx={{ fontSize: '0.75rem' }}>
              {say('audit.head')}: <Code text={data.head} /> {say('audit.headHint')}
            </Box>
          </Alert>
        )}
        {data !== undefined && data.findings.length > 0 && (
          <Alert severity="error" variant="outlined">
            {say('audit.broken', { count: format.integer(data.findings.length), entries: format.integer(data.entries) })}
            <Box component="ul" sx={{ m: 0, pl: 2 }}>
              {data.findings.map(({ about, detail }) => (
                <li key={about + detail}>
                  {about}: {detail}
                </li>
              ))}
            </Box>
          </Alert>
        )}
      </Box>
    </Box>
  );
}
