import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { CustomerDetail } from '@assay/contract/endpoints/console/users.ts';
import { freezeReasons, lighterThan, unfreezeReasons } from '@assay/contract/vocabulary/operators.ts';
import { Box } from '@mui/material';
import { Act } from '../../shared/desk/act.tsx';
import { choices } from '../../shared/desk/choices.ts';
import { useWords } from '../../shared/words/words.ts';

const { users } = consoleCalls;

/** What may be done to an account: frozen and freed, signed out, its country written down. Never its money. */
export function UserActs({ user }: { user: CustomerDetail }) {
  const say = useWords();
  const about = { id: user.id };
  const { freezeReason } = user;
  // Only a heavier reason replaces the present one.
  const reasons = freezeReasons.filter((one) => freezeReason === null || lighterThan(one).includes(freezeReason));
  const note = { kind: 'paragraph', name: 'note', label: say('act.note'), help: say('act.noteHelp') } as const;
  const why = { kind: 'paragraph', name: 'reason', label: say('act.reason'), help: say('act.reasonHelp') } as const;
  const figures = [
    { label: say('users.name'), value: user.userName, strong: true },
    { label: say('users.email'), value: user.email },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <Act
        call={users.freeze}
        label={say('users.freeze')}
        lead={say('users.freezeLead')}
        figures={figures}
        fields={[
          {
            kind: 'choice',
            name: 'reason',
            label: say('users.freezeReason'),
            options: choices(reasons, (reason) => say(`users.freezeReasons.${reason}`)),
          },
          note,
        ]}
        about={about}
        done={say('users.freezeDone')}
        blocked={
          user.freezeReason === null || reasons.length > 0
            ? null
            : say('users.alreadyFrozen', { reason: say(`users.freezeReasons.${user.freezeReason}`) })
        }
        tone="danger"
        stacked
      />
      <Act
        call={users.proposeUnfreeze}
        label={say('users.unfreeze')}
        lead={say('act.secondPerson')}
        figures={figures}
        fields={[
          {
            kind: 'choice',
            name: 'reason',
            label: say('users.freezeReason'),
            options: choices(unfreezeReasons, (reason) => say(`users.unfreezeReasons.${reason}`)),
          },
          { ...why, name: 'note' },
        ]}
        about={about}
        done={say('act.proposed')}
        blocked={user.frozen ? null : say('users.notFrozen')}
        stacked
      />
      <Act
        call={users.revokeSessions}
        label={say('users.revoke')}
        lead={say('users.revokeLead')}
        figures={figures}
        about={about}
        done={say('users.revokeDone')}
        blocked={user.sessions.length === 0 ? say('users.noSessions') : null}
        stacked
      />
      <Act
        call={users.proposeCountry}
        label={say('users.setCountry')}
        lead={say('act.secondPerson')}
        figures={figures}
        fields={[{ kind: 'text', name: 'country', label: say('users.country'), help: say('users.setCountryHelp') }, why]}
        initial={{ country: user.country ?? '' }}
        build={({ country = '', ...others }) => ({
          ...others,
          country: country.trim() === '' ? null : country.trim().toUpperCase(),
        })}
        about={about}
        done={say('act.proposed')}
        stacked
      />
    </Box>
  );
}
