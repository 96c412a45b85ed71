import type { DeskPlanProduct } from '@assay/contract/endpoints/console/products.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Box } from '@mui/material';
import { Act, type Values } from '../../shared/desk/act.tsx';
import { DeskList } from '../../shared/desk/desk-list.tsx';
import { ProposalsOfKind } from '../../shared/desk/proposals-of-kind.tsx';
import { Money } from '../../shared/parts/money.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';

const { planProducts } = consoleCalls;

/** What plans are sold, and what is bound in them. */
export function PlansPage() {
  const say = useWords();
  const format = useFormat();
  return (
    <Page
      title={say('offer.plans.title')}
      lead={say('offer.plans.lead')}
      actions={<Propose label={say('offer.plans.new')} tone="primary" />}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <DeskList
          call={planProducts.list}
          label={say('offer.plans.title')}
          keyOf={({ id }) => id}
          columns={[
            { key: 'name', label: say('offer.plans.name'), render: ({ name }) => <strong>{name}</strong> },
            {
              key: 'range',
              label: say('offer.plans.range'),
              figure: true,
              render: ({ amountMin, amountMax }) => `${format.amount(amountMin)} – ${format.amount(amountMax)}`,
            },
            {
              key: 'periods',
              label: say('offer.plans.periods'),
              render: ({ periods }) => periods.map(({ days, dailyYield }) => `${days}: ${format.rate(dailyYield)}`).join(' · '),
            },
            {
              key: 'penalty',
              label: say('offer.plans.penalty'),
              figure: true,
              render: ({ penaltyRate }) => format.rate(penaltyRate),
            },
            { key: 'open', label: say('offer.plans.open'), figure: true, render: ({ open }) => format.integer(open) },
            {
              key: 'principal',
              label: say('offer.plans.principal'),
              figure: true,
              render: ({ principal }) => <Money amount={principal} asset="USDT" />,
            },
            {
              key: 'committed',
              label: say('offer.plans.committed'),
              figure: true,
              render: ({ committed }) => <Money amount={committed} asset="USDT" />,
            },
            {
              key: 'state',
              label: say('cases.status'),
              render: ({ withdrawnAt }) =>
                withdrawnAt === null ? (
                  <Tag text={say('offer.plans.on')} tone="good" />
                ) : (
                  <Tag text={say('offer.plans.withdrawn', { at: format.date(withdrawnAt) })} />
                ),
            },
            {
              key: 'acts',
              label: say('frame.acts'),
              quiet: true,
              figure: true,
              render: (product) => product.withdrawnAt === null && <Acts product={product} />,
            },
          ]}
        />
        <ProposalsOfKind kind="plan.product" label={say('offer.plans.proposals')} />
      </Box>
    </Page>
  );
}

function Acts({ product }: { product: DeskPlanProduct }) {
  const say = useWords();
  return (
    <Box sx={{ display: 'flex', gap: 0.75, justifyContent: 'flex-end' }}>
      <Propose label={say('offer.plans.edit')} product={product} />
      <Act
        call={planProducts.proposeWithdrawal}
        label={say('offer.plans.withdraw')}
        lead={say('offer.plans.withdrawLead')}
        figures={[{ label: say('offer.plans.name'), value: product.name, strong: true }]}
        fields={[{ kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') }]}
        about={{ id: product.id }}
        done={say('act.proposed')}
        tone="danger"
      />
    </Box>
  );
}

/** A new product, or other terms for new plans of one. */
function Propose({ label, product, tone = 'plain' }: { label: string; product?: DeskPlanProduct; tone?: 'primary' | 'plain' }) {
  const say = useWords();
  return (
    <Act
      call={planProducts.propose}
      label={label}
      lead={say('act.secondPerson')}
      fields={[
        { kind: 'text', name: 'name', label: say('offer.plans.name') },
        { kind: 'amount', name: 'amountMin', label: say('offer.plans.from') },
        { kind: 'amount', name: 'amountMax', label: say('offer.plans.to') },
        { kind: 'text', name: 'periods', label: say('offer.plans.periods'), help: say('offer.plans.periodsHelp') },
        { kind: 'amount', name: 'penaltyRate', label: say('offer.plans.penalty'), help: say('offer.plans.penaltyHelp') },
        { kind: 'text', name: 'startsAt', label: say('offer.plans.starts'), help: say('offer.plans.startsHelp') },
        { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') },
      ]}
      {...(product !== undefined && {
        about: { id: product.id },
        initial: {
          name: product.name,
          amountMin: product.amountMin,
          amountMax: product.amountMax,
          penaltyRate: product.penaltyRate,
          startsAt: product.startsAt ?? '',
          periods: product.periods.map(({ days, dailyYield }) => `${days}:${dailyYield}`).join(', '),
        },
      })}
      build={productOf}
      done={say('act.proposed')}
      tone={tone}
    />
  );
}

function productOf({ periods = '', startsAt = '', ...others }: Values) {
  return {
    ...others,
    startsAt: startsAt.trim() === '' ? null : startsAt.trim(),
    periods: periods.split(',').map((period) => {
      const [days = '', dailyYield = ''] = period.split(':').map((part) => part.trim());
      return { days: /^\d+$/.test(days) ? Number(days) : Number.NaN, dailyYield };
    }),
  };
}
