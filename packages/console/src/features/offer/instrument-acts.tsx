import type { DeskInstrument } from '@assay/contract/endpoints/console/products.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { inARow } from '@assay/contract/sentences.ts';
import { Box } from '@mui/material';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { useWords } from '../../shared/words/words.ts';
import { UnitsActs } from './units-acts.tsx';

const { instruments } = consoleCalls;

/** Other terms for new orders, and where options are sold. */
export function InstrumentActs({ instrument }: { instrument: DeskInstrument }) {
  const { code, terms } = instrument;
  const say = useWords();
  const figures = [{ label: say('offer.instruments.code'), value: code, strong: true }];
  const reason = { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') } as const;
  const rate = (name: string, label: string) =>
    ({ kind: 'amount', name, label, help: say('offer.instruments.rateHelp') }) as const;
  const country = { kind: 'text', name: 'country', label: say('offer.instruments.country') } as const;
  const switching = ({ country: where = '', ...others }: Values) => ({
    ...others,
    country: where.trim() === '' ? null : where.trim().toUpperCase(),
  });
  return (
    <Box sx={{ display: 'flex', gap: 0.75, justifyContent: 'flex-end' }}>
      <Act
        call={instruments.proposeTerms}
        label={say('offer.instruments.propose')}
        lead={say('act.secondPerson')}
        figures={figures}
        fields={[
          {
            kind: 'text',
            name: 'leverages',
            label: say('offer.instruments.leverages'),
            help: say('offer.instruments.leveragesHelp'),
          },
          rate('feeRate', say('offer.instruments.feeRate')),
          rate('maintenanceRate', say('offer.instruments.maintenance')),
          rate('financingRateLong', say('offer.instruments.financingLong')),
          rate('financingRateShort', say('offer.instruments.financingShort')),
          { kind: 'amount', name: 'lotsMin', label: say('offer.instruments.lotsMin') },
          { kind: 'amount', name: 'lotsMax', label: say('offer.instruments.lotsMax') },
          reason,
        ]}
        initial={{ ...terms, leverages: terms.leverages.join(', ') }}
        build={termsOf}
        about={{ code }}
        done={say('act.proposed')}
      />
      <UnitsActs instrument={instrument} />
      <Act
        call={instruments.switchOptions}
        label={say('offer.instruments.switchOff')}
        lead={say('offer.instruments.switchLead')}
        figures={figures}
        fields={[country, reason]}
        build={switching}
        about={{ code }}
        done={say('offer.instruments.switched')}
      />
      <Act
        call={instruments.proposeOptions}
        label={say('offer.instruments.switchOn')}
        lead={inARow(say('offer.instruments.switchLead'), say('act.secondPerson'))}
        figures={figures}
        fields={[country, reason]}
        build={switching}
        about={{ code }}
        done={say('act.proposed')}
      />
    </Box>
  );
}

function termsOf({ leverages = '', ...others }: Values) {
  return {
    ...others,
    leverages: leverages.split(',').map((one) => (/^\s*\d+\s*$/.test(one) ? Number(one) : Number.NaN)),
  };
}
