import type { KycCaseDetail } from '@assay/contract/endpoints/console/kyc.ts';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useWords } from '../../shared/words/words.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { KycTag } from './kyc-tag.tsx';

/** Other accounts that entered the same document, or the same name and birth date. */
export function Likenesses({ item }: { item: KycCaseDetail }) {
  const say = useWords();
  return (
    <Panel title={say('kyc.likenesses')}>
      <Typography color="textSecondary" variant="body2">
        {say('kyc.likenessesLead')}
      </Typography>
      <Box component="ul" sx={{ display: 'grid', gap: 1.25, listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
        {item.likenesses.map(({ id, caseNo, customer, status, by, samePerson }) => (
          <Box component="li" key={id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            <Link component={RouterLink} to={`/users/${customer.id}`}>
              <bdi>{customer.userName}</bdi>
            </Link>
            <Link component={RouterLink} to={`/kyc/${id}`}>
              {caseNo}
            </Link>
            <Tag text={say(`kyc.alikeBy.${by}`)} tone={by === 'document' ? 'bad' : 'gold'} />
            {samePerson ? <Tag text={say('kyc.samePerson')} /> : <KycTag status={status} />}
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
