import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Act } from '../../shared/desk/act.tsx';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';

/** Shares whose price is too far from the last close to be believed without two operators. */
export function Openings() {
  const say = useWords();
  const format = useFormat();
  return (
    <DeskList
      call={consoleCalls.instruments.listOpenings}
      label={say('offer.openings.title')}
      embedded
      empty={say('offer.openings.none')}
      keyOf={({ code }) => code}
      columns={[
        { key: 'code', label: say('offer.instruments.code'), render: ({ code, name }) => `${code} · ${name}` },
        {
          key: 'close',
          label: say('offer.openings.close'),
          figure: true,
          render: ({ close, closeTime }) => `${close} · ${format.dateTime(closeTime)}`,
        },
        { key: 'price', label: say('offer.openings.price'), figure: true, render: ({ price }) => price },
        {
          key: 'since',
          label: say('offer.openings.since'),
          figure: true,
          render: ({ priceTime }) => format.dateTime(priceTime),
        },
        {
          key: 'act',
          label: say('frame.acts'),
          quiet: true,
          figure: true,
          render: ({ code, close, price }) => (
            <Act
              call={consoleCalls.instruments.proposeRealPrice}
              label={say('offer.openings.real')}
              lead={say('offer.openings.lead')}
              figures={[
                { label: say('offer.instruments.code'), value: code, strong: true },
                { label: say('offer.openings.close'), value: close },
                { label: say('offer.openings.price'), value: price },
              ]}
              fields={[{ kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') }]}
              about={{ code }}
              done={say('act.proposed')}
            />
          ),
        },
      ]}
    />
  );
}
