import type { TimelineLine } from '@assay/contract/endpoints/console/timeline.ts';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { Money } from '../../shared/parts/money.tsx';
import { ThingStatus, hrefOfThing, thingIcons } from '../../shared/parts/thing.tsx';
import { absent, useFormat } from '../../shared/words/format.ts';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { Outcome } from './outcome.tsx';

/** Lines of a timeline: time, event, status, amount, and result. */
export function TimelineTable({ customerId, lines }: { customerId: string; lines: readonly TimelineLine[] }) {
  const say = useWords();
  const format = useFormat();
  return (
    <RecordTable
      label={say('users.timeline.title')}
      records={lines}
      keyOf={({ key }) => key}
      columns={[
        {
          key: 'when',
          label: say('users.timeline.when'),
          render: ({ at, endedAt }) => (
            <Box sx={{ whiteSpace: 'nowrap' }}>
              <time dateTime={at}>{format.dateTime(at)}</time>
              {endedAt !== null && format.dateTime(endedAt) !== format.dateTime(at) && (
                <Typography variant="caption" color="textSecondary" component="div">
                  {say('users.timeline.ended', { time: format.dateTime(endedAt) })}
                </Typography>
              )}
            </Box>
          ),
        },
        { key: 'what', label: say('users.timeline.what'), render: (line) => <What customerId={customerId} line={line} /> },
        { key: 'state', label: say('users.timeline.state'), render: (line) => <State line={line} /> },
        {
          key: 'amount',
          label: `${say('users.timeline.amount')} · ${say('users.timeline.net')}`,
          figure: true,
          render: ({ amount, asset, net }) => (
            <>
              {amount === null || asset === null ? absent : <Money amount={amount} asset={asset} />}
              {net !== null && (
                <Box sx={{ fontWeight: 600 }}>
                  <Money amount={net} asset="USDT" signed />
                </Box>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

/** What it is: its number and the way to its page, what it is about, what was said. */
function What({ customerId, line }: { customerId: string; line: TimelineLine }) {
  const say = useWords();
  const { kind, number, page, book, text } = line;
  const Icon = thingIcons[kind];
  const isOrder = kind === 'contract' || kind === 'option' || kind === 'spot' || kind === 'plan';
  const href = page === null || isOrder ? undefined : hrefOfThing(kind, page, customerId);
  const subject = useSubject(line);
  return (
    <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'flex-start', minWidth: 220 }}>
      <Icon size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography component="div" sx={{ fontWeight: 560 }}>
          {subject}
        </Typography>
        {text !== null && (
          <Typography component="div" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line', maxWidth: '60ch' }}>
            <bdi>{text}</bdi>
          </Typography>
        )}
        <Typography variant="caption" color="textSecondary" component="div">
          {say(`things.kind.${kind}`)}
          {book !== null && ` · ${say(`users.books.${book}`)}`}
          {number !== null && ' · '}
          {number !== null && (href === undefined ? <bdi>{number}</bdi> : <Way href={href} text={number} />)}
          {number === null && href !== undefined && kind === 'chat' && (
            <>
              {' · '}
              <Way href={href} text={say('desks.chats')} />
            </>
          )}
          {isOrder && page !== null && book !== null && (
            <Outcome customerId={customerId} book={book} order={page} number={number ?? page} />
          )}
        </Typography>
      </Box>
    </Box>
  );
}

const Way = ({ href, text }: { href: string; text: string }) => (
  <Link component={RouterLink} to={href}>
    <bdi>{text}</bdi>
  </Link>
);

/** What a line is about, in words. */
function useSubject({ kind, subject, side }: TimelineLine): string {
  const say = useWords();
  const name = useNames();
  if (subject === null) return say(`things.kind.${kind}`);
  if (kind === 'notification') return name('things.notification', subject);
  if (kind === 'chat') return name('things.chat', subject);
  if (kind === 'act') return name('names.action', subject);
  if (kind === 'kyc') return name('kyc.documents', subject);
  return side === null ? subject : `${subject} · ${name('things.side', side)}`;
}

/** Its status with the reason, and the operators involved. */
function State({ line: { kind, status, reason, by } }: { line: TimelineLine }) {
  const name = useNames();
  const told = reason === null ? null : reasonOf(name, kind, reason);
  // Some statuses say why themselves.
  const why = status !== null && told === name('things.status', `${kind}.${status}`) ? null : told;
  return (
    <Box sx={{ display: 'grid', gap: 0.25, justifyItems: 'start' }}>
      {status !== null && <ThingStatus kind={kind} status={status} />}
      <Typography variant="caption" color="textSecondary">
        {[why, by?.name].filter((part) => part !== null && part !== undefined).join(' · ')}
      </Typography>
    </Box>
  );
}

function reasonOf(name: ReturnType<typeof useNames>, kind: TimelineLine['kind'], reason: string): string {
  if (kind === 'deposit') return name('funds.deposits', `reasons.${reason}`);
  if (kind === 'withdrawal') return name('funds.withdrawals', `reasons.${reason}`);
  if (kind === 'loan') return name('loans.rejections', reason);
  if (kind === 'act') return name('users.freezeReasons', reason);
  return name('things.reason', reason);
}
