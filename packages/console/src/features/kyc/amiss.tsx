import type { KycCaseDetail } from '@assay/contract/endpoints/console/kyc.ts';
import { type KycField, type KycReason, reasonsOf } from '@assay/contract/vocabulary/kyc.ts';
import { MenuItem, TextField } from '@mui/material';
import { useWords } from '../../shared/words/words.ts';
import { Tag } from '../../ui/tag.tsx';
import type { Findings } from './findings.ts';

export interface Marking {
  readonly item: KycCaseDetail;
  readonly findings: Findings;
  /** Absent once the case is decided. */
  readonly mark: ((field: KycField, reason: KycReason | undefined) => void) | undefined;
}

/** What is wrong with a field, to be noted while the case waits. */
export function Amiss({ field, findings, mark }: { field: KycField } & Pick<Marking, 'findings' | 'mark'>) {
  const say = useWords();
  const reason = findings[field];
  if (mark === undefined)
    return reason === undefined ? (
      <Tag text={say('kyc.fine')} tone="good" />
    ) : (
      <Tag text={say(`kyc.reasons.${reason}`)} tone="bad" />
    );
  return (
    <TextField
      select
      value={reason ?? ''}
      error={reason !== undefined}
      onChange={(event) =>
        mark(
          field,
          reasonsOf[field].find((one) => one === event.target.value),
        )
      }
      slotProps={{
        select: { displayEmpty: true },
        htmlInput: { 'aria-label': `${say(`kyc.fields.${field}`)}: ${say('kyc.amiss')}` },
      }}
    >
      <MenuItem value="">{say('kyc.fine')}</MenuItem>
      {reasonsOf[field].map((one) => (
        <MenuItem key={one} value={one}>
          {say(`kyc.reasons.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
