import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { Act } from '../../shared/desk/act.tsx';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';

/** Positions that have had no price for three days; two operators may give them back. */
export function Voidable() {
  const say = useWords();
  const format = useFormat();
  return (
    <DeskList
      call={consoleCalls.positions.listVoidable}
      label={say('offer.voids.title')}
      embedded
      empty={say('offer.voids.none')}
      keyOf={({ orderNo }) => orderNo}
      columns={[
        { key: 'order', label: say('offer.voids.order'), render: ({ orderNo }) => orderNo },
        {
          key: 'customer',
          label: say('cases.customer'),
          render: ({ userId }) => (
            <Link component={RouterLink} to={`/users/${userId}`}>
              {userId}
            </Link>
          ),
        },
        { key: 'book', label: say('users.book'), render: ({ book }) => say(`users.books.${book}`) },
        { key: 'code', label: say('offer.instruments.code'), render: ({ code }) => code },
        {
          key: 'side',
          label: say('offer.voids.side'),
          render: ({ side, lots }) => `${say(`offer.voids.sides.${side}`)} · ${lots}`,
        },
        {
          key: 'since',
          label: say('offer.voids.since'),
          figure: true,
          render: ({ suspendedSince }) => format.dateTime(suspendedSince),
        },
        {
          key: 'margin',
          label: say('offer.voids.margin'),
          figure: true,
          render: ({ margin }) => <Money amount={margin} asset="USDT" />,
        },
        { key: 'fee', label: say('offer.voids.fee'), figure: true, render: ({ fee }) => <Money amount={fee} asset="USDT" /> },
        {
          key: 'act',
          label: say('frame.acts'),
          quiet: true,
          figure: true,
          render: ({ orderNo, margin, fee }) => (
            <Act
              call={consoleCalls.positions.proposeVoid}
              label={say('offer.voids.void')}
              lead={say('offer.voids.lead')}
              figures={[
                { label: say('offer.voids.order'), value: orderNo, strong: true },
                { label: say('offer.voids.margin'), value: <Money amount={margin} asset="USDT" /> },
                { label: say('offer.voids.fee'), value: <Money amount={fee} asset="USDT" /> },
              ]}
              fields={[{ kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') }]}
              about={{ orderNo }}
              done={say('act.proposed')}
            />
          ),
        },
      ]}
    />
  );
}
