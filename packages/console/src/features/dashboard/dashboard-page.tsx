import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { type Book, books } from '@assay/contract/vocabulary/statuses.ts';
import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { mayCall } from '../../shared/client/may-call.ts';
import { useOperator } from '../../shared/client/operator.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Activity } from './activity.tsx';
import { Coverage } from './coverage.tsx';
import { Exposure } from './exposure.tsx';
import { Queues } from './queues.tsx';
import { Service } from './service.tsx';

/** Pending work, the exposure of the house, and its funds. */
export function DashboardPage() {
  const say = useWords();
  const { roles } = useOperator();
  const [book, setBook] = useState<Book>('real');
  return (
    <Page
      title={say('dashboard.title')}
      actions={
        <ToggleButtonGroup
          exclusive
          value={book}
          aria-label={say('dashboard.book')}
          onChange={(_, next: Book | null) => setBook(next ?? book)}
        >
          {books.toReversed().map((one) => (
            <ToggleButton key={one} value={one}>
              {say(`users.books.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Queues />
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
          }}
        >
          <Activity book={book} />
          {mayCall(consoleCalls.dashboard.coverage, roles) && <Coverage book={book} />}
        </Box>
        {mayCall(consoleCalls.dashboard.exposure, roles) && <Exposure book={book} />}
        <Service />
      </Box>
    </Page>
  );
}
