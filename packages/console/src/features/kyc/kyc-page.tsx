import type { KycCaseDetail } from '@assay/contract/endpoints/console/kyc.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import {
  type DocumentField,
  type IdentityImage,
  type KycField,
  type KycReason,
  type PersonField,
  documentFields,
  identityImages,
  personFields,
} from '@assay/contract/vocabulary/kyc.ts';
import { Box, Link, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink, useParams } from 'react-router';
import { useDesk } from '../../shared/client/use-desk.ts';
import { ClaimBar } from '../../shared/desk/claim.tsx';
import { QueueFrame } from '../../shared/desk/queue-frame.tsx';
import { ScreeningSays } from '../../shared/desk/screening-says.tsx';
import { Age } from '../../shared/parts/age.tsx';
import { Failure, Waiting } from '../../shared/parts/states.tsx';
import { Timeline } from '../../shared/parts/timeline.tsx';
import { useFormat } from '../../shared/words/format.ts';
import { useWords } from '../../shared/words/words.ts';
import { Columns } from '../../ui/columns.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Amiss, type Marking } from './amiss.tsx';
import type { Findings } from './findings.ts';
import { KycDecision } from './kyc-decision.tsx';
import { KycTag } from './kyc-tag.tsx';
import { Likenesses } from './likenesses.tsx';
import { Pictures } from './pictures.tsx';
import { useKycQueue } from './queue.ts';
import { SecondLook } from './second-look.tsx';

/**
 * One identification: what was filled in beside the pictures that prove it, and a reason for each field that is wrong.
 */
export function KycPage() {
  const { id = '' } = useParams();
  return (
    <QueueFrame {...useKycQueue()} id={id}>
      <KycCase key={id} id={id} />
    </QueueFrame>
  );
}

function KycCase({ id }: { id: string }) {
  const say = useWords();
  const { data: item, error, refetch } = useDesk(consoleCalls.kyc.detail, { id });
  const [found, setFound] = useState<Findings>({});
  const [looked, setLooked] = useState<ReadonlySet<IdentityImage>>(new Set());
  if (item === undefined)
    return <Page title={say('kyc.title')}>{error === null ? <Waiting /> : <Failure error={error} retry={refetch} />}</Page>;
  const open = item.status === 'pendingReview';
  const findings = open ? found : Object.fromEntries(item.rejected.map(({ field, reason }) => [field, reason]));
  const mark = (field: KycField, reason: KycReason | undefined) => {
    const { [field]: _, ...others } = found;
    setFound(reason === undefined ? others : { ...others, [field]: reason });
  };
  const unseen = identityImages.filter((field) => item.images[field] !== null && !looked.has(field));
  const marking: Marking = { item, findings, mark: open ? mark : undefined };
  return (
    <Page
      title={item.caseNo}
      lead={<Age desk="kyc" since={item.createdAt} waiting={open} />}
      actions={
        <>
          <KycTag status={item.status} />
          {open && <ClaimBar desk="kyc" id={id} claimedBy={item.claimedBy} />}
        </>
      }
    >
      <Columns
        main={
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'minmax(620px, 3fr) minmax(0, 2fr)' },
            }}
          >
            <Pictures {...marking} looked={looked} look={(field) => setLooked((before) => new Set([...before, field]))} />
            <Person {...marking} />
          </Box>
        }
        side={
          <>
            <Panel title={say('cases.decision')}>
              <ScreeningSays about="identity" caseNo={item.caseNo} />
              <KycDecision item={item} findings={findings} unseen={unseen} />
            </Panel>
            <SecondLook item={item} unseen={unseen} />
            <Facts item={item} />
            {item.likenesses.length > 0 && <Likenesses item={item} />}
            <Earlier item={item} />
          </>
        }
      />
    </Page>
  );
}

function Person({ item, findings, mark }: Marking) {
  const say = useWords();
  const given = (field: PersonField | DocumentField) =>
    field === 'sex' ? say(`kyc.sexes.${item.person.sex}`) : (item.person[field] ?? say('kyc.notTold'));
  const account = item.accountCountry ?? '';
  const isOther = account !== '' && account !== item.person.country;
  const rows = [
    ...personFields.map((field) => ({ field, value: given(field) })),
    { field: 'documentType' as const, value: say(`kyc.documents.${item.documentType}`) },
    ...documentFields.map((field) => ({ field, value: given(field) })),
  ];
  return (
    <Panel title={say('kyc.person')} flush>
      <Table size="small" aria-label={say('kyc.person')}>
        <TableHead>
          <TableRow>
            <TableCell>{say('kyc.field')}</TableCell>
            <TableCell>{say('kyc.given')}</TableCell>
            <TableCell sx={{ width: 220 }}>{say('kyc.amiss')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ field, value }) => (
            <TableRow key={field}>
              <TableCell sx={{ color: 'text.secondary' }}>{say(`kyc.fields.${field}`)}</TableCell>
              <TableCell sx={{ fontWeight: 560, overflowWrap: 'anywhere' }}>
                <bdi>{value}</bdi> {item.kept.includes(field) && <Tag text={say('kyc.kept')} />}
                {field === 'country' && isOther && <Tag text={say('kyc.otherCountry', { country: account })} tone="warn" />}
              </TableCell>
              <TableCell>
                <Amiss field={field} findings={findings} mark={mark} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  );
}

function Facts({ item }: { item: KycCaseDetail }) {
  const say = useWords();
  const format = useFormat();
  return (
    <Panel title={say('cases.customer')}>
      <Figures
        rows={[
          {
            label: say('cases.customer'),
            value: (
              <Link component={RouterLink} to={`/users/${item.customer.id}`}>
                {item.customer.userName}
              </Link>
            ),
            strong: true,
          },
          { label: say('kyc.time'), value: say('kyc.times', { number: item.number }) },
          {
            label: say('kyc.due'),
            value: item.overdue ? <Tag text={say('kyc.overdue')} tone="bad" /> : format.dateTime(item.dueAt),
          },
        ]}
      />
    </Panel>
  );
}

function Earlier({ item }: { item: KycCaseDetail }) {
  const say = useWords();
  return (
    <Panel title={say('kyc.earlier')}>
      {item.earlier.length === 0 ? (
        <Typography color="textSecondary">{say('kyc.noEarlier')}</Typography>
      ) : (
        <Timeline
          steps={item.earlier.map(({ id, caseNo, status, createdAt, rejected, decidedBy }) => ({
            key: id,
            at: createdAt,
            by: decidedBy?.name ?? null,
            title: (
              <>
                <Link component={RouterLink} to={`/kyc/${id}`}>
                  {caseNo}
                </Link>{' '}
                · {say(`kyc.statuses.${status}`)}
              </>
            ),
            detail: rejected
              .map(({ field, reason }) => `${say(`kyc.fields.${field}`)}: ${say(`kyc.reasons.${reason}`)}`)
              .join(' · '),
          }))}
        />
      )}
    </Panel>
  );
}
