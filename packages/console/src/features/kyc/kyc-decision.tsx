import type { KycCaseDetail } from '@assay/contract/endpoints/console/kyc.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { type IdentityImage, kycFields } from '@assay/contract/vocabulary/kyc.ts';
import { Box } from '@mui/material';
import { useOperator } from '../../shared/client/operator.ts';
import { Act } from '../../shared/desk/act.tsx';
import { useClaimBlock } from '../../shared/desk/claim.tsx';
import { useWords } from '../../shared/words/words.ts';
import type { Findings } from './findings.ts';

/** The choice of an account that is none of those shown. */
const nobody = 'none';

/**
 * Verifies when every picture has been opened and nothing is wrong, or sends back with a reason for each field that is.
 */
export function KycDecision({
  item,
  findings,
  unseen,
}: {
  item: KycCaseDetail;
  findings: Findings;
  /** Pictures that this reviewer has not looked at yet. */
  unseen: readonly IdentityImage[];
}) {
  const say = useWords();
  const taken = useClaimBlock(item.claimedBy);
  const self = useOperator();
  const mine = item.claimedBy?.id === self.id;
  const blocked = item.status === 'pendingReview' ? taken : say('cases.over');
  const rejected = kycFields.flatMap((field) => {
    const reason = findings[field];
    return reason === undefined ? [] : [{ field, reason }];
  });
  const names = unseen.map((field) => say(`kyc.fields.${field}`)).join(', ');
  const lookFirst = unseen.length === 0 ? null : say('kyc.lookFirst', { names });
  const who = {
    label: say('kyc.person'),
    value: <bdi>{`${item.person.firstName} ${item.person.lastName}`}</bdi>,
    strong: true,
  };
  const verifiedToo = item.likenesses.filter(({ status }) => status === 'verified');
  const persons = [
    ...verifiedToo.map(({ customer }) => ({ value: customer.id, label: say('kyc.sameAs', { name: customer.userName }) })),
    { value: nobody, label: say('kyc.nobodyElse') },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <Act
        call={consoleCalls.kyc.decide}
        label={say('kyc.verify')}
        lead={say('kyc.verifyLead')}
        figures={[who, { label: say('kyc.document'), value: say(`kyc.documents.${item.documentType}`) }]}
        fields={
          verifiedToo.length === 0
            ? []
            : [{ kind: 'choice', name: 'sameAs', label: say('kyc.whose'), help: say('kyc.whoseHelp'), options: persons }]
        }
        build={({ sameAs }) => ({ ...(sameAs !== undefined && { sameAs: sameAs === nobody ? null : sameAs }) })}
        about={{ id: item.id, status: 'verified' }}
        done={say('kyc.verified')}
        blocked={blocked ?? (rejected.length === 0 ? lookFirst : say('kyc.flagged'))}
        // The next thing to do is to take the case on: only then is this one.
        tone={mine && rejected.length === 0 && lookFirst === null ? 'primary' : 'plain'}
        shortcut="A"
        stacked
      />
      <Act
        call={consoleCalls.kyc.decide}
        label={say('kyc.sendBack')}
        lead={say('kyc.sendBackLead')}
        figures={[
          who,
          ...rejected.map(({ field, reason }) => ({ label: say(`kyc.fields.${field}`), value: say(`kyc.reasons.${reason}`) })),
        ]}
        about={{ id: item.id, status: 'failed', rejected }}
        done={say('kyc.sentBack')}
        blocked={blocked ?? (rejected.length === 0 ? say('kyc.noneFlagged') : null)}
        tone="danger"
        shortcut="R"
        stacked
      />
    </Box>
  );
}
