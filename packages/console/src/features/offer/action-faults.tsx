import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Age } from '../../shared/parts/age.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';

/** What keeps an instrument from trading after a split or dividend: whose order it is, and why. */
export function ActionFaults() {
  const say = useWords();
  const format = useFormat();
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <DeskList
        call={consoleCalls.actions.listFaults}
        label={say('offer.actions.faults')}
        embedded
        empty={say('offer.actions.noFaults')}
        keyOf={({ kind, orderNo, id }) => `${id} ${kind} ${orderNo}`}
        columns={[
          {
            key: 'order',
            label: say('offer.actions.order'),
            render: ({ kind, orderNo }) => (
              <>
                <strong>{orderNo}</strong>
                <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{say(`offer.actions.faultKinds.${kind}`)}</Box>
              </>
            ),
          },
          { key: 'code', label: say('offer.instruments.code'), render: ({ code }) => code },
          {
            key: 'customer',
            label: say('cases.customer'),
            render: ({ userId, book }) =>
              userId !== null && (
                <>
                  <Link component={RouterLink} to={`/users/${userId}`}>
                    {userId}
                  </Link>
                  {book !== null && ` · ${say(`users.books.${book}`)}`}
                </>
              ),
          },
          { key: 'tries', label: say('offer.actions.tries'), figure: true, render: ({ tries }) => format.integer(tries) },
          { key: 'error', label: say('offer.actions.error'), render: ({ lastError }) => lastError },
          { key: 'age', label: say('offer.actions.age'), figure: true, render: ({ since }) => <Age since={since} /> },
        ]}
      />
      <Typography variant="body2" color="text.secondary">
        {say('offer.actions.faultsLead')}
      </Typography>
    </Box>
  );
}
