import type { DeskInstrument } from '@assay/contract/endpoints/console/products.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { hasUnits } from '@assay/domain/market/market-value.ts';
import { Act } from '../../shared/desk/act.tsx';
import { useWords } from '../../shared/words/words.ts';

/** How many shares, fund units or coins there are: recorded by two, with source and day. */
export function UnitsActs({ instrument: { code, assetClass } }: { instrument: DeskInstrument }) {
  const say = useWords();
  if (!hasUnits({ assetClass })) return null;
  const text = (name: string, label: string, help: string) => ({ kind: 'text', name, label, help }) as const;
  return (
    <Act
      call={consoleCalls.facts.proposeUnits}
      label={say('offer.units.propose')}
      lead={say('act.secondPerson')}
      figures={[{ label: say('offer.instruments.code'), value: code, strong: true }]}
      fields={[
        { kind: 'amount', name: 'units', label: say('offer.units.number'), help: say('offer.units.numberHelp') },
        text('source', say('offer.units.source'), say('offer.units.sourceHelp')),
        text('asOf', say('offer.units.asOf'), say('offer.units.asOfHelp')),
        { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
      ]}
      about={{ code }}
      done={say('act.proposed')}
    />
  );
}
