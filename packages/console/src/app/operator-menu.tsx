import { Box, Button, Divider, Menu, MenuItem, Typography } from '@mui/material';
import { ChevronDown, CircleUserRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signOut, useOperator } from '../shared/client/operator.ts';
import { useWords } from '../shared/words/words.ts';

/** Who is signed in, in which roles, and the way out. */
export function OperatorMenu() {
  const say = useWords();
  const { name, roles } = useOperator();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const go = (act: () => unknown) => () => {
    setAnchor(null);
    void act();
  };
  return (
    <>
      <Button
        color="inherit"
        aria-label={say('frame.account', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={<CircleUserRound size={18} aria-hidden />}
        endIcon={<ChevronDown size={14} aria-hidden />}
        sx={{ px: 1 }}
      >
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {name}
        </Box>
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <Box component="li" sx={{ px: 2, py: 1 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography variant="caption" color="textSecondary">
            {roles.map((role) => say(`frame.role.${role}`)).join(' · ')}
          </Typography>
        </Box>
        <Divider component="li" />
        <MenuItem onClick={go(() => navigate('/account'))}>{say('desks.account')}</MenuItem>
        <MenuItem onClick={go(() => signOut().then(() => navigate('/')))}>{say('frame.signOut')}</MenuItem>
      </Menu>
    </>
  );
}
