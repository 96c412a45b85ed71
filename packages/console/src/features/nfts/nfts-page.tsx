import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { nftStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { Box } from '@mui/material';
import { Act } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Charities } from './charities.tsx';
import { nftFields, nftOf } from './nft-form.ts';
import { NftTag } from './nft-tag.tsx';

export function NftsPage() {
  const say = useWords();
  const format = useFormat();
  return (
    <Page
      title={say('nfts.title')}
      lead={say('nfts.lead')}
      actions={
        <Act
          call={consoleCalls.nfts.create}
          label={say('nfts.create')}
          fields={nftFields(say)}
          build={nftOf}
          done={say('nfts.created')}
          tone="primary"
        />
      }
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <DeskList
          call={consoleCalls.nfts.list}
          label={say('nfts.title')}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/nfts/${id}`}
          filters={[
            {
              kind: 'tabs',
              name: 'status',
              label: say('cases.status'),
              options: choices(nftStatuses, (status) => say(`nfts.statuses.${status}`)),
            },
          ]}
          columns={[
            { key: 'title', label: say('nfts.name'), render: ({ title }) => <bdi>{title}</bdi> },
            { key: 'charity', label: say('nfts.charity'), render: ({ charity }) => <bdi>{charity}</bdi> },
            { key: 'bid', label: say('nfts.currentBid'), figure: true, render: ({ currentBid }) => format.amount(currentBid) },
            { key: 'bids', label: say('nfts.bids'), figure: true, render: ({ bids }) => format.integer(bids) },
            { key: 'reserve', label: say('nfts.reserve'), figure: true, render: ({ reserve }) => format.amount(reserve) },
            { key: 'sold', label: say('nfts.soldFor'), figure: true, render: ({ soldFor }) => format.amount(soldFor) },
            { key: 'ends', label: say('nfts.ends'), figure: true, render: ({ endsAt }) => format.dateTime(endsAt) },
            { key: 'status', label: say('cases.status'), render: (piece) => <NftTag piece={piece} /> },
          ]}
        />
        <Charities />
      </Box>
    </Page>
  );
}
