import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { correctionHouseAccounts } from '@assay/contract/vocabulary/operators.ts';
import { books } from '@assay/contract/vocabulary/statuses.ts';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';

/** A balanced transfer that answers a mistake. */
export function CorrectionsPage() {
  const say = useWords();
  const kinds = choices(['available', ...correctionHouseAccounts], (kind) => kind);
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
            {
              kind: 'text',
              name: 'fromOwner',
              label: `${say('money.corrections.from')}: ${say('money.corrections.owner')}`,
              help: say('money.corrections.ownerHelp'),
            },
            {
              kind: 'choice',
              name: 'fromKind',
              label: `${say('money.corrections.from')}: ${say('money.corrections.kind')}`,
              options: kinds,
            },
            {
              kind: 'text',
              name: 'toOwner',
              label: `${say('money.corrections.to')}: ${say('money.corrections.owner')}`,
              help: say('money.corrections.ownerHelp'),
            },
            {
              kind: 'choice',
              name: 'toKind',
              label: `${say('money.corrections.to')}: ${say('money.corrections.kind')}`,
              options: kinds,
            },
            { kind: 'text', name: 'asset', label: say('money.corrections.asset') },
            { kind: 'amount', name: 'amount', label: say('money.corrections.amount') },
            { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
          ]}
          initial={{ book: 'real', asset: 'USDT' }}
          build={correctionOf}
          done={say('act.proposed')}
          tone="primary"
        />
      }
    >
      <ProposalsOfKind kind="ledger.correction" label={say('money.corrections.list')} />
    </Page>
  );
}

function correctionOf({ book, subject, reason, fromOwner, fromKind, toOwner, toKind, asset, amount }: Values) {
  const from = { owner: fromOwner, kind: fromKind };
  const to = { owner: toOwner, kind: toKind };
  return { book, subject: subject ?? '', reason, transfers: [{ from, to, asset, amount }] };
}
