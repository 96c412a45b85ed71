import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Age } from '../../shared/parts/age.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';

/**
 * Acts that the engine could not perform yet. Nothing is to be done here: each is retried until it is done; its cause must be
 * fixed.
 */
export function ParkedPage() {
  const say = useWords();
  const format = useFormat();
  return (
    <Page title={say('engine.title')} lead={say('engine.lead')}>
      <DeskList
        call={consoleCalls.engine.listParked}
        label={say('engine.title')}
        empty={say('engine.none')}
        keyOf={({ kind, orderNo }) => `${kind} ${orderNo}`}
        columns={[
          {
            key: 'order',
            label: say('engine.order'),
            render: ({ kind, orderNo }) => (
              <>
                <strong>{orderNo}</strong>
                <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{say(`engine.kinds.${kind}`)}</Box>
              </>
            ),
          },
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
          {
            key: 'quote',
            label: say('engine.quote'),
            figure: true,
            render: ({ code, bid, ask, quoteTime }) => (
              <>
                {`${code} · ${bid} / ${ask}`}
                <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{format.dateTime(quoteTime)}</Box>
              </>
            ),
          },
          { key: 'version', label: say('engine.version'), figure: true, render: ({ version }) => version ?? '' },
          { key: 'tries', label: say('engine.tries'), figure: true, render: ({ tries }) => format.integer(tries) },
          { key: 'error', label: say('engine.error'), render: ({ lastError }) => lastError },
          {
            key: 'age',
            label: say('engine.age'),
            figure: true,
            render: ({ parkedAt, late }) => (
              <>
                <Age since={parkedAt} /> {late && <Tag text={say('engine.late')} tone="bad" />}
              </>
            ),
          },
        ]}
      />
    </Page>
  );
}
