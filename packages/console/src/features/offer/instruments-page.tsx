import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { assetClasses } from '@assay/contract/vocabulary/markets.ts';
import { Box } from '@mui/material';
import { choices } from '../../shared/desk/choices.ts';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { InstrumentActs } from './instrument-acts.tsx';
import { Openings } from './openings.tsx';
import { Voidable } from './voidable.tsx';

/** Terms of contracts by instrument, and positions that may be given back. */
export function InstrumentsPage() {
  const say = useWords();
  const format = useFormat();
  return (
    <Page title={say('offer.instruments.title')} lead={say('offer.instruments.lead')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Openings />
        <DeskList
          call={consoleCalls.instruments.list}
          label={say('offer.instruments.title')}
          keyOf={({ code }) => code}
          filters={[
            { kind: 'text', name: 'q', label: say('offer.instruments.find') },
            {
              kind: 'choice',
              name: 'assetClass',
              label: say('offer.instruments.class'),
              options: choices(assetClasses, (one) => say(`offer.instruments.classes.${one}`)),
            },
            {
              kind: 'choice',
              name: 'only',
              label: say('offer.instruments.only'),
              options: [
                { value: 'changed', label: say('offer.instruments.changedOnly') },
                { value: 'suspended', label: say('offer.instruments.suspendedOnly') },
              ],
            },
          ]}
          columns={[
            {
              key: 'code',
              label: say('offer.instruments.code'),
              render: ({ code, name }) => (
                <>
                  <strong>{code}</strong>
                  <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{name}</Box>
                </>
              ),
            },
            {
              key: 'class',
              label: say('offer.instruments.class'),
              render: ({ assetClass, feed }) => (
                <>
                  {say(`offer.instruments.classes.${assetClass}`)}
                  <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{say(`offer.instruments.feeds.${feed}`)}</Box>
                </>
              ),
            },
            {
              key: 'leverages',
              label: say('offer.instruments.leverages'),
              render: ({ terms }) => terms.leverages.map((one) => `${one}×`).join(' '),
            },
            {
              key: 'fee',
              label: say('offer.instruments.feeRate'),
              figure: true,
              render: ({ terms }) => format.rate(terms.feeRate),
            },
            {
              key: 'maintenance',
              label: say('offer.instruments.maintenance'),
              figure: true,
              render: ({ terms }) => format.rate(terms.maintenanceRate),
            },
            {
              key: 'state',
              label: say('offer.instruments.state'),
              render: ({ tradable, suspendedSince, changed, optionsOff }) => (
                <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
                  {suspendedSince === null ? (
                    <Tag
                      text={say(tradable ? 'offer.instruments.tradable' : 'offer.instruments.closed')}
                      tone={tradable ? 'good' : 'plain'}
                    />
                  ) : (
                    <Tag text={say('offer.instruments.suspended', { at: format.dateTime(suspendedSince) })} tone="warn" />
                  )}
                  {changed && <Tag text={say('offer.instruments.changed')} tone="info" />}
                  {optionsOff.length > 0 && (
                    <Tag
                      text={`${say('offer.instruments.options')}: ${optionsOff.includes('*') ? say('offer.instruments.everywhere') : optionsOff.length}`}
                    />
                  )}
                </Box>
              ),
            },
            {
              key: 'acts',
              label: say('frame.acts'),
              quiet: true,
              figure: true,
              render: (instrument) => <InstrumentActs instrument={instrument} />,
            },
          ]}
        />
        <ProposalsOfKind kind="instrument.terms" label={say('offer.instruments.proposals')} />
        <ProposalsOfKind kind="instrument.resumeOptions" label={say('offer.instruments.resumes')} />
        <ProposalsOfKind kind="instrument.realPrice" label={say('offer.openings.proposals')} />
        <Voidable />
      </Box>
    </Page>
  );
}
