import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  MenuItem,
  TextField,
} from '@mui/material';
import { wiring } from '../../ui/form.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** How many are behind it, for the eye alone: it changes while one looks. */
  readonly count?: number | undefined;
}

/** A field of an act's dialog; its value is a text, several choices are separated by commas. */
export type FieldSpec = { readonly name: string; readonly label: string; readonly help?: string } & (
  | { readonly kind: 'text' | 'paragraph' | 'amount' | 'secret' }
  | { readonly kind: 'choice' | 'choices'; readonly options: readonly Choice[] }
);

export function ActField({
  field,
  onChange,
  ...control
}: {
  field: FieldSpec;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { value } = control;
  const wired = { ...wiring(control, field.help), label: field.label };
  if (field.kind === 'choices') {
    const chosen = value.split(',').filter((one) => one !== '');
    return (
      <FormControl component="fieldset" error={wired.error}>
        <FormLabel component="legend">{field.label}</FormLabel>
        <FormGroup row>
          {field.options.map(({ value: one, label }) => (
            <FormControlLabel
              key={one}
              label={label}
              control={
                <Checkbox
                  size="small"
                  checked={chosen.includes(one)}
                  slotProps={{ input: { 'aria-invalid': wired.error || undefined } }}
                  onChange={(_, on) => onChange((on ? [...chosen, one] : chosen.filter((other) => other !== one)).join(','))}
                />
              }
            />
          ))}
        </FormGroup>
        {wired.helperText !== undefined && <FormHelperText>{wired.helperText}</FormHelperText>}
      </FormControl>
    );
  }
  if (field.kind === 'choice')
    return (
      <TextField {...wired} select onChange={(event) => onChange(event.target.value)}>
        {field.options.map(({ value: one, label }) => (
          <MenuItem key={one} value={one}>
            {label}
          </MenuItem>
        ))}
      </TextField>
    );
  const paragraph = field.kind === 'paragraph';
  return (
    <TextField
      {...wired}
      type={field.kind === 'secret' ? 'password' : 'text'}
      multiline={paragraph}
      minRows={paragraph ? 3 : undefined}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { dir: 'auto', inputMode: field.kind === 'amount' ? 'decimal' : 'text' } }}
    />
  );
}
