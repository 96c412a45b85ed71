import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { localeTags } from '@assay/contract/vocabulary/languages.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { MessageCircleQuestionMark } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import type { Draft } from '../../shared/parts/draft.ts';
import { Money } from '../../shared/parts/money.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { RecordTable } from '../../ui/record-table.tsx';

interface OutcomeProps {
  readonly customerId: string;
  readonly book: 'real' | 'demo';
  readonly order: string;
  readonly number: string;
}

/** How an order ended, for answering questions about it: the customer's receipt, and a reply in their language. */
export function Outcome(props: OutcomeProps) {
  const say = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<MessageCircleQuestionMark size={14} aria-hidden />}
        aria-label={`${say('users.timeline.explain')} ${props.number}`}
        onClick={() => setOpen(true)}
        sx={{ px: 0.75, py: 0.25, ml: 0.5 }}
      >
        {say('users.timeline.explain')}
      </Button>
      {open && <OutcomeDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

function OutcomeDialog({ customerId, book, order, number, close }: OutcomeProps & { close: () => void }) {
  const say = useWords();
  const heading = useId();
  const { data, error, refetch } = useDesk(consoleCalls.users.outcome, { id: customerId, book, order });
  return (
    <Dialog open onClose={close} aria-labelledby={heading} fullWidth maxWidth="md">
      <DialogTitle id={heading} component="h2" sx={{ fontSize: '1.0625rem', fontWeight: 620 }}>
        {say('users.outcome.title', { number })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, gridAutoRows: 'max-content', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {data === undefined ? (
          error === null ? (
            <Waiting />
          ) : (
            <Failure error={error} retry={refetch} />
          )
        ) : (
          <>
            <Box>
              <Heading text={say('users.outcome.answer')} />
              <Box
                lang={localeTags[data.language]}
                dir="auto"
                sx={{ whiteSpace: 'pre-wrap', p: 1.5, borderRadius: 1, bgcolor: 'action.hover', overflowWrap: 'anywhere' }}
              >
                {data.answer}
              </Box>
            </Box>
            <Evidence receipt={data.receipt} />
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={close}>
          {say('frame.close')}
        </Button>
        {data !== undefined && data.conversationId !== null && (
          <Button
            variant="contained"
            component={RouterLink}
            to={`/chats/${data.conversationId}`}
            state={{ draft: data.answer } satisfies Draft}
          >
            {say('users.outcome.toChat')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Heading({ text }: { text: string }) {
  return (
    <Typography component="h3" sx={{ fontSize: '0.9375rem', fontWeight: 600, mb: 0.75 }}>
      {text}
    </Typography>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box>
      <Heading text={name} />
      {children}
    </Box>
  );
}

/** The quotes that decided, what was worked out of them, and what was booked. */
function Evidence({ receipt: { quotes, steps, transfers } }: { receipt: Receipt }) {
  const say = useWords();
  const format = useFormat();
  const name = useNames();
  return (
    <>
      <Part name={say('users.outcome.quotes')}>
        <RecordTable
          label={say('users.outcome.quotes')}
          records={quotes}
          keyOf={({ moment, time, source }) => `${moment} ${time} ${source}`}
          columns={[
            { key: 'moment', label: say('users.outcome.decided'), render: ({ moment }) => name('users.moments', moment) },
            { key: 'time', label: say('users.timeline.when'), render: ({ time }) => format.moment(time) },
            { key: 'bid', label: say('users.outcome.bid'), figure: true, render: ({ bid }) => format.amount(bid) },
            { key: 'ask', label: say('users.outcome.ask'), figure: true, render: ({ ask }) => format.amount(ask) },
            { key: 'source', label: say('users.outcome.source'), render: ({ source }) => <bdi>{source}</bdi> },
          ]}
        />
      </Part>
      <Part name={say('users.outcome.steps')}>
        <RecordTable
          label={say('users.outcome.steps')}
          records={steps.map((step, place) => ({ ...step, place }))}
          keyOf={({ place }) => String(place)}
          columns={[
            { key: 'step', label: say('users.outcome.step'), render: ({ name: step }) => step },
            { key: 'formula', label: say('users.outcome.formula'), render: ({ formula }) => <bdi>{formula}</bdi> },
            { key: 'result', label: say('users.outcome.result'), figure: true, render: ({ result }) => <bdi>{result}</bdi> },
          ]}
        />
      </Part>
      <Part name={say('users.outcome.transfers')}>
        <RecordTable
          label={say('users.outcome.transfers')}
          records={transfers.map((transfer, place) => ({ ...transfer, place }))}
          keyOf={({ place }) => String(place)}
          columns={[
            { key: 'reason', label: say('users.outcome.booked'), render: ({ reason }) => name('names.reason', reason) },
            { key: 'time', label: say('users.timeline.when'), render: ({ time }) => format.moment(time) },
            {
              key: 'way',
              label: say('users.outcome.way'),
              render: ({ from, to }) => (
                <bdi>
                  {from} → {to}
                </bdi>
              ),
            },
            {
              key: 'amount',
              label: say('users.timeline.amount'),
              figure: true,
              render: ({ amount, asset }) => <Money amount={amount} asset={asset} />,
            },
          ]}
        />
      </Part>
    </>
  );
}
