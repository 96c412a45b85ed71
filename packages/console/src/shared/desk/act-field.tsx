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

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A field of an act's dialog; its value is a text, several choices stand with commas between them. */
export type FieldSpec = { readonly name: string; readonly label: string; readonly help?: string } & (
  | { readonly kind: 'text' | 'paragraph' | 'amount' | 'secret' }
  | { readonly kind: 'choice' | 'choices'; readonly options: readonly Choice[] }
);

export function ActField({
  field,
  value,
  fault,
  onChange,
}: {
  field: FieldSpec;
  value: string;
  fault: string | null;
  onChange: (value: string) => void;
}) {
  const help = fault ?? field.help;
  if (field.kind === 'choices') {
    const chosen = value.split(',').filter((one) => one !== '');
    return (
      <FormControl component="fieldset" error={fault !== null}>
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
                  onChange={(_, on) => onChange((on ? [...chosen, one] : chosen.filter((other) => other !== one)).join(','))}
                />
              }
            />
          ))}
        </FormGroup>
        {help !== undefined && <FormHelperText>{help}</FormHelperText>}
      </FormControl>
    );
  }
  if (field.kind === 'choice')
    return (
      <TextField
        select
        name={field.name}
        label={field.label}
        value={value}
        error={fault !== null}
        helperText={help}
        onChange={(event) => onChange(event.target.value)}
      >
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
      name={field.name}
      label={field.label}
      type={field.kind === 'secret' ? 'password' : 'text'}
      value={value}
      error={fault !== null}
      helperText={help}
      multiline={paragraph}
      minRows={paragraph ? 3 : undefined}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { dir: 'auto', inputMode: field.kind === 'amount' ? 'decimal' : 'text' } }}
    />
  );
}
