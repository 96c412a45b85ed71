import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { correctionHouseAccounts, correctionTransfersMax } from '@assay/contract/vocabulary/operators.ts';
import { books } from '@assay/contract/vocabulary/statuses.ts';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import type { FieldSpec } from '../../shared/desk/act-field.tsx';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { useNames } from '../../shared/words/names.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';

/** Most corrections are of the platform's own money. */
const initial: Values = {
  book: 'real',
  ...Object.fromEntries(
    Array.from({ length: correctionTransfersMax }, (_, position) => [`transfers.${position}.asset`, 'USDT']),
  ),
};

/** Balanced transfers that answer a mistake. */
export function CorrectionsPage() {
  const say = useWords();
  const [transfers, setTransfers] = useState(1);
  const fieldsOf = useTransferFields();
  return (
    <Page
      title={say('money.corrections.title')}
      lead={say('money.corrections.lead')}
      actions={
        <Act
          call={consoleCalls.ledger.proposeCorrection}
          label={say('money.corrections.new')}
          lead={say('act.secondPerson')}
          fields={[
            {
              kind: 'choice',
              name: 'book',
              label: say('money.corrections.book'),
              options: choices(books, (book) => say(`users.books.${book}`)),
            },
            {
              kind: 'text',
              name: 'subject',
              label: say('money.corrections.subject'),
              help: say('money.corrections.subjectHelp'),
            },
            { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
            ...Array.from({ length: transfers }, (_, position) => fieldsOf(position, transfers)).flat(),
          ]}
          more={
            <Box sx={{ display: 'flex', gap: 1 }}>
              <Button
                variant="outlined"
                color="inherit"
                disabled={transfers === correctionTransfersMax}
                onClick={() => setTransfers(transfers + 1)}
              >
                {say('money.corrections.add')}
              </Button>
              {transfers > 1 && (
                <Button color="inherit" onClick={() => setTransfers(transfers - 1)}>
                  {say('money.corrections.remove')}
                </Button>
              )}
            </Box>
          }
          initial={initial}
          build={(values) => correctionOf(values, transfers)}
          done={say('act.proposed')}
          onDone={() => setTransfers(1)}
          tone="primary"
        />
      }
    >
      <ProposalsOfKind kind="ledger.correction" label={say('money.corrections.list')} />
    </Page>
  );
}

/** The fields of one transfer; with several of them, their names begin with its number. */
function useTransferFields(): (position: number, transfers: number) => FieldSpec[] {
  const say = useWords();
  const name = useNames();
  const kinds = choices(['available', ...correctionHouseAccounts], (kind) => name('names.account', kind));
  return (position, transfers) => {
    const named = (words: string) => (transfers === 1 ? words : `${position + 1} · ${words}`);
    const side = (end: 'from' | 'to'): FieldSpec[] => [
      {
        kind: 'text',
        name: `transfers.${position}.${end}.owner`,
        label: named(`${say(`money.corrections.${end}`)}: ${say('money.corrections.owner')}`),
        help: say('money.corrections.ownerHelp'),
      },
      {
        kind: 'choice',
        name: `transfers.${position}.${end}.kind`,
        label: named(`${say(`money.corrections.${end}`)}: ${say('money.corrections.kind')}`),
        options: kinds,
      },
    ];
    return [
      ...side('from'),
      ...side('to'),
      { kind: 'text', name: `transfers.${position}.asset`, label: named(say('money.corrections.asset')) },
      { kind: 'amount', name: `transfers.${position}.amount`, label: named(say('money.corrections.amount')) },
    ];
  };
}

function correctionOf({ book, subject = '', reason, ...values }: Values, transfers: number) {
  const transferAt = (position: number) => {
    const filled = (field: string) => (values[`transfers.${position}.${field}`] ?? '').trim();
    return {
      from: { owner: filled('from.owner'), kind: filled('from.kind') },
      to: { owner: filled('to.owner'), kind: filled('to.kind') },
      asset: filled('asset').toUpperCase(),
      amount: filled('amount'),
    };
  };
  return { book, subject, reason, transfers: Array.from({ length: transfers }, (_, position) => transferAt(position)) };
}
