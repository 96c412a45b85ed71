import { Alert, Box } from '@mui/material';
import type { SxProps } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** A form sent by its button, and by Enter in a field; errors are shown by us, not by the browser. */
export function Form({ submit, sx, children }: { submit: () => void; sx?: SxProps; children: ReactNode }) {
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // In the tree of React a dialog lies within what opened it, which may be a form as well.
        event.stopPropagation();
        submit();
      }}
      sx={sx ?? { display: 'grid', gap: 2 }}
    >
      {children}
    </Box>
  );
}

/** What is wrong and belongs to no field. */
export function FormFault({ text }: { text: string | undefined }) {
  return text === undefined ? null : <Alert severity="error">{text}</Alert>;
}

/** What a text field gets from its form: an error replaces the help text. */
export function wiring<C extends { error: string | undefined }>({ error, ...rest }: C, help?: string) {
  return { ...rest, error: error !== undefined, helperText: error ?? help };
}
