import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { WithdrawalCaseDetail } from '@assay/contract/endpoints/console/withdrawals.ts';
import { Box } from '@mui/material';
import { useState } from 'react';
import { Act } from '../../shared/desk/act.tsx';
import { Code } from '../../shared/parts/code.tsx';
import { absent, useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { type Figure, Figures } from '../../ui/figures.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CustomerLink } from './case-page.tsx';

/** Where a withdrawal goes. A card's whole number is shown to who pays it out, and looking is written down. */
export function Destination({
  withdrawal: { id, destination, network, hash, sameTransaction, status },
}: {
  withdrawal: WithdrawalCaseDetail;
}) {
  const say = useWords();
  const format = useFormat();
  const [number, setNumber] = useState<string | null>(null);
  const same = sameTransaction.map(({ id: other, customer }) => (
    <div key={other}>
      {other} <CustomerLink {...customer} />
    </div>
  ));
  const paid: Figure[] = [
    ...(hash === null ? [] : [{ label: say('funds.hash'), value: <Code text={hash} short /> }]),
    ...(same.length === 0 ? [] : [{ label: say('funds.sameTransaction'), value: same, strong: true }]),
  ];
  if (destination.kind === 'coin')
    return (
      <Panel title={say('funds.destination')}>
        <Figures
          rows={[
            { label: say('funds.network'), value: network ?? absent },
            { label: say('funds.address'), value: <Code text={destination.address} />, strong: true },
            { label: say('funds.label'), value: <bdi>{destination.label}</bdi> },
            { label: say('funds.saved'), value: format.dateTime(destination.savedAt) },
            ...paid,
          ]}
        />
      </Panel>
    );
  return (
    <Panel title={say('funds.destination')}>
      <Figures
        rows={[
          { label: say('funds.holder'), value: <bdi>{destination.holder}</bdi>, strong: true },
          { label: say('funds.bank'), value: <bdi>{destination.bankName}</bdi> },
          {
            label: say('funds.card'),
            value: number === null ? <bdi>•••• {destination.lastFour}</bdi> : <Code text={number} />,
          },
          { label: say('funds.saved'), value: format.dateTime(destination.savedAt) },
          ...paid,
        ]}
      />
      <Box sx={{ mt: 1 }}>
        <Act
          call={consoleCalls.withdrawals.card}
          label={say('funds.showCard')}
          lead={say('funds.showCardLead')}
          about={{ id }}
          done={say('funds.shown')}
          onDone={({ cardNumber }) => setNumber(cardNumber)}
          blocked={status === 'approved' ? null : say('funds.needsApproval')}
        />
      </Box>
    </Panel>
  );
}
