import { Box, Button, InputAdornment, MenuItem, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { ListFilter, Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useWords } from '../words/words.ts';
import type { Choice } from './act-field.tsx';

/** What a list can be narrowed by; the name is the call's own field. */
export type FilterSpec = { readonly name: string; readonly label: string } & (
  | {
      readonly kind: 'text';
      readonly width?: number;
      /** The input of the call: nothing else is sent. */
      readonly fits?: RegExp;
    }
  | {
      readonly kind: 'day';
      /** The first day that counts, or the last. */
      readonly end: 'first' | 'last';
    }
  | {
      readonly kind: 'tabs' | 'choice';
      readonly options: readonly Choice[];
      /** The call knows no "all" here. */
      readonly always?: boolean;
    }
);

type FilterValues = Readonly<Record<string, string>>;

/** More than so many beside the tabs are folded away until they are opened, or until one of them narrows the list. */
const unfoldedMax = 4;
/** A typed text is sent when typing pauses. */
const restMs = 350;

export function Filters({
  label,
  specs,
  values,
  onChange,
}: {
  label: string;
  specs: readonly FilterSpec[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
}) {
  const say = useWords();
  const rest = specs.filter(({ kind }) => kind !== 'tabs');
  const inUse = rest.filter(({ name }) => (values[name] ?? '') !== '').length;
  const folds = rest.length > unfoldedMax;
  const [asked, setAsked] = useState(false);
  const place = useId();
  if (specs.length === 0) return null;
  const open = !folds || asked || inUse > 0;
  const set = (name: string, value: string) => {
    const { [name]: _, ...others } = values;
    onChange(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <Box
      role="search"
      aria-label={`${say('frame.filter')}: ${label}`}
      // On a phone what narrows the list has a line of its own, over what is done with it.
      sx={{ display: 'flex', flex: { xs: '1 1 100%', sm: 1 }, gap: 1, flexWrap: 'wrap', minWidth: 0 }}
    >
      {specs.map((spec) => {
        const value = values[spec.name] ?? '';
        if (spec.kind !== 'tabs')
          return open && !folds ? (
            <OneFilter key={spec.name} spec={spec} value={value} onChange={(text) => set(spec.name, text)} />
          ) : null;
        return (
          <Box key={spec.name} sx={{ maxWidth: '100%', overflowX: 'auto' }}>
            <ToggleButtonGroup
              exclusive
              aria-label={spec.label}
              value={value}
              onChange={(_, next: string | null) => set(spec.name, next ?? (spec.always === true ? value : ''))}
              sx={{ '& .MuiToggleButton-root': { whiteSpace: 'nowrap' } }}
            >
              {[...spec.options, ...(spec.always === true ? [] : [{ value: '', label: say('frame.all') }])].map((option) => (
                <ToggleButton key={option.value} value={option.value}>
                  {option.label}
                  {option.count !== undefined && (
                    <Box component="span" aria-hidden sx={{ ml: 0.75, fontVariantNumeric: 'tabular-nums' }}>
                      {option.count}
                    </Box>
                  )}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          </Box>
        );
      })}
      {folds && (
        <Button
          color="inherit"
          variant="outlined"
          aria-expanded={open}
          aria-controls={place}
          disabled={inUse > 0}
          onClick={() => setAsked(!asked)}
          startIcon={<ListFilter size={15} aria-hidden />}
        >
          {say('frame.filter')}
          {inUse > 0 && ` · ${inUse}`}
        </Button>
      )}
      {folds && (
        <Box id={place} sx={{ display: open ? 'flex' : 'none', gap: 1, flexWrap: 'wrap', width: '100%', pt: 0.75 }}>
          {rest.map((spec) => (
            <OneFilter key={spec.name} spec={spec} value={values[spec.name] ?? ''} onChange={(text) => set(spec.name, text)} />
          ))}
        </Box>
      )}
    </Box>
  );
}

interface OneFilterProps {
  readonly spec: FilterSpec;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function OneFilter({ spec, value, onChange }: OneFilterProps) {
  const say = useWords();
  if (spec.kind === 'text') return <TextFilter {...spec} value={value} onChange={onChange} />;
  if (spec.kind === 'day') return <DayFilter {...spec} value={value} onChange={onChange} />;
  return (
    <TextField
      select
      label={spec.label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      sx={{ width: 'auto', minWidth: 150 }}
    >
      {spec.always !== true && <MenuItem value="">{say('frame.all')}</MenuItem>}
      {spec.options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  readonly width?: number;
  readonly fits?: RegExp;
  readonly onChange: (text: string) => void;
}

function TextFilter({ label, value, width = 240, fits, onChange }: TextFilterProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const wrong = text.trim() !== '' && fits !== undefined && !fits.test(text.trim());
  useEffect(() => {
    const asked = text.trim();
    if (asked === value || wrong) return undefined;
    const timer = setTimeout(() => onChange(asked), restMs);
    return () => clearTimeout(timer);
  }, [text, value, wrong, onChange]);
  return (
    <TextField
      label={label}
      type="search"
      value={text}
      error={wrong}
      onChange={(event) => setText(event.target.value)}
      sx={{ width: `min(${width}px, 100%)` }}
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search size={15} aria-hidden />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

const dayMs = 86_400_000;

/** A day of the books, which is one in UTC: what is sent is the moment at which it begins, or after the last day is over. */
function DayFilter({
  label,
  end,
  value,
  onChange,
}: {
  label: string;
  end: 'first' | 'last';
  value: string;
  onChange: (moment: string) => void;
}) {
  const beyond = end === 'last' ? dayMs : 0;
  const day = value === '' ? '' : new Date(Date.parse(value) - beyond).toISOString().slice(0, 10);
  return (
    <TextField
      label={label}
      type="date"
      value={day}
      onChange={({ target }) => {
        const at = Date.parse(`${target.value}T00:00:00.000Z`);
        onChange(Number.isNaN(at) ? '' : new Date(at + beyond).toISOString());
      }}
      sx={{ width: 150 }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
