import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Alert, Box } from '@mui/material';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Code } from '../../shared/parts/code.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { WorkedOut } from './worked-out.tsx';

/** The whole chain of the operators' log, worked out anew. */
export function Verification() {
  const say = useWords();
  const format = useFormat();
  const answer = useDesk(consoleCalls.audit.verify, {}, { enabled: false });
  return (
    <WorkedOut name={say('audit.verify')} answer={answer}>
      {({ entries, head, findings }) =>
        findings.length === 0 ? (
          <Alert severity="success" variant="outlined">
            {say('audit.verified', { count: format.integer(entries) })}
            <Box sx={{ fontSize: '0.75rem' }}>
              {say('audit.head')}: <Code text={head} /> {say('audit.headHint')}
            </Box>
          </Alert>
        ) : (
          <Alert severity="error" variant="outlined">
            {say('audit.broken', { count: format.integer(findings.length), entries: format.integer(entries) })}
            <Box component="ul" sx={{ m: 0, pl: 2 }}>
              {findings.map(({ about, detail }) => (
                <li key={about + detail}>
                  {about}: {detail}
                </li>
              ))}
            </Box>
          </Alert>
        )
      }
    </WorkedOut>
  );
}
