import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box, Link } from '@mui/material';
import { Link as RouterLink, useParams } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { Act } from '../../shared/desk/act.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { Empty, Failure, Waiting } from '../../shared/parts/states.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Columns } from '../../ui/columns.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { nftFields, nftOf, valuesOf } from './nft-form.ts';
import { NftTag } from './nft-tag.tsx';

const { nfts } = consoleCalls;

/** One piece: what the auction says, who has bid, and what may still be changed. */
export function NftPage() {
  const { id = '' } = useParams();
  const say = useWords();
  const format = useFormat();
  const { data: piece, error, refetch } = useDesk(nfts.detail, { id }, { everyMs: 15_000 });
  if (piece === undefined)
    return <Page title={say('nfts.title')}>{error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}</Page>;
  const untouched = piece.status === 'upcoming' && piece.withdrawnAt === null;
  const usdt = (amount: string | null) => <Money amount={amount} asset="USDT" />;
  return (
    <Page title={piece.title} lead={piece.charity} actions={<NftTag piece={piece} />}>
      <Columns
        main={
          <>
            <Panel title={say('cases.figures')}>
              <Figures
                rows={[
                  { label: say('nfts.currentBid'), value: usdt(piece.currentBid), strong: true },
                  { label: say('nfts.startPrice'), value: usdt(piece.startPrice) },
                  { label: say('nfts.reserve'), value: usdt(piece.reserve) },
                  { label: say('nfts.buyNow'), value: usdt(piece.buyNowPrice) },
                  { label: say('nfts.soldFor'), value: usdt(piece.soldFor) },
                  { label: say('nfts.starts'), value: `${format.dateTime(piece.startsAt)} UTC` },
                  { label: say('nfts.ends'), value: `${format.dateTime(piece.endsAt)} UTC` },
                  { label: say('nfts.creator'), value: <bdi>{piece.creator}</bdi> },
                  { label: say('nfts.chain'), value: piece.chain },
                  { label: say('nfts.address'), value: <bdi>{piece.address}</bdi> },
                ]}
              />
            </Panel>
            <Panel title={say('nfts.history')} flush>
              {piece.history.length === 0 ? (
                <Empty text={say('nfts.noBids')} />
              ) : (
                <RecordTable
                  label={say('nfts.history')}
                  records={piece.history}
                  keyOf={({ userId, time }) => userId + time}
                  columns={[
                    {
                      key: 'who',
                      label: say('cases.customer'),
                      render: ({ userId, userName }) => (
                        <Link component={RouterLink} to={`/users/${userId}`}>
                          {userName}
                        </Link>
                      ),
                    },
                    { key: 'kind', label: say('cases.status'), render: ({ kind }) => say(`nfts.kinds.${kind}`) },
                    { key: 'amount', label: say('cases.amount'), figure: true, render: ({ amount }) => usdt(amount) },
                    { key: 'time', label: say('money.ledger.at'), figure: true, render: ({ time }) => format.moment(time) },
                  ]}
                />
              )}
            </Panel>
          </>
        }
        side={
          <Panel title={say('cases.decision')}>
            <Box sx={{ display: 'grid', gap: 1.25 }}>
              <Act
                call={nfts.edit}
                label={say('nfts.edit')}
                fields={nftFields(say)}
                initial={valuesOf(piece)}
                build={nftOf}
                about={{ id }}
                done={say('nfts.edited')}
                blocked={untouched ? null : say('nfts.started')}
                stacked
              />
              <Act
                call={nfts.withdraw}
                label={say('nfts.withdraw')}
                fields={[{ kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') }]}
                about={{ id }}
                done={say('nfts.taken')}
                blocked={piece.withdrawnAt !== null ? say('nfts.withdrawn') : piece.bids > 0 ? say('nfts.hasBids') : null}
                tone="danger"
                stacked
              />
            </Box>
          </Panel>
        }
      />
    </Page>
  );
}
