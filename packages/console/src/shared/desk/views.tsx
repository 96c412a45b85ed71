import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { personalFilters } from '@assay/contract/vocabulary/operators.ts';
import { Box, Button, IconButton, Menu, MenuItem, Tooltip, Typography } from '@mui/material';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { mayCall } from '../client/may-call.ts';
import { useOperator } from '../client/operator.ts';
import { useDesk, useDeskMove, useTellProblem } from '../client/use-desk.ts';
import { useWords } from '../words/words.ts';
import { Act } from './act.tsx';
import type { FilterValues } from './use-desk-list.ts';

const { views } = consoleCalls;

interface ViewsProps {
  readonly call: DeskCall;
  readonly label: string;
  readonly values: FilterValues;
  /** Whether they narrow the list otherwise than it is narrowed at first. */
  readonly filtered: boolean;
  readonly onChoose: (values: FilterValues) => void;
}

/** The operator's saved views of a list, each under a name: chosen from a menu, saved from the present filters. */
export function Views({ call, label, values, filtered, onChoose }: ViewsProps) {
  const say = useWords();
  const { roles } = useOperator();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const list = call.path;
  const { data: kept = [] } = useDesk(views.list, { list }, { enabled: mayCall(views.list, roles) });
  if (!mayCall(views.save, roles)) return null;
  const filters = Object.fromEntries(Object.entries(values).filter(([name]) => !personalFilters.includes(name)));
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={say('frame.viewsOf', { label })}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={<Bookmark size={15} aria-hidden />}
      >
        {say('frame.views')}
        {kept.length > 0 && (
          <Box component="span" aria-hidden sx={{ ml: 0.75, color: 'text.secondary' }}>
            {kept.length}
          </Box>
        )}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} keepMounted={false}>
        {kept.length === 0 && (
          <Typography component="li" color="textSecondary" sx={{ px: 2, py: 1 }}>
            {say('frame.noViews')}
          </Typography>
        )}
        {kept.map((view) => (
          <Kept
            key={view.name}
            list={list}
            name={view.name}
            choose={() => {
              setAnchor(null);
              onChoose(view.filters);
            }}
          />
        ))}
      </Menu>
      {filtered && (
        <Act
          call={views.save}
          label={say('frame.saveView')}
          lead={say('frame.viewPersonal')}
          fields={[{ kind: 'text', name: 'name', label: say('frame.viewName') }]}
          about={{ list, filters }}
          done={say('frame.viewSaved')}
        />
      )}
    </>
  );
}

function Kept({ list, name, choose }: { list: string; name: string; choose: () => void }) {
  const say = useWords();
  const tell = useTellProblem();
  const label = say('frame.removeView', { name });
  const move = useDeskMove(views.remove, { name: label, about: { list, name } });
  return (
    <Box component="li" role="none" sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
      <MenuItem component="div" onClick={choose} sx={{ flex: 1, minWidth: 180 }}>
        <bdi>{name}</bdi>
      </MenuItem>
      <Tooltip title={label}>
        <IconButton
          role="menuitem"
          aria-label={label}
          disabled={move.isPending}
          onClick={() => move.mutate({ list, name }, { onError: tell })}
        >
          <X size={14} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
