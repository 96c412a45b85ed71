import { ApiRefusal } from '@assay/contract/client.ts';
import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { isCode } from '@assay/contract/vocabulary/codes.ts';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useNotify } from 'react-admin';
import type { z } from 'zod';
import { type Figure, Figures } from '../../ui/figures.tsx';
import { useOperator } from '../client/auth-provider.ts';
import { mayCall } from '../client/may-call.ts';
import { useActError, useDeskMove } from '../client/use-desk.ts';
import { useWords } from '../words/words.ts';
import { ActField, type FieldSpec } from './act-field.tsx';

/** What was filled in, by the field's name. */
export type Values = Readonly<Record<string, string>>;

interface ActProps<I extends z.ZodObject, R extends z.ZodType> {
  readonly call: DeskCall<I, R>;
  readonly label: string;
  /** What stands over the dialog; the label when left out. */
  readonly title?: string;
  /** What will happen, in a sentence. */
  readonly lead?: ReactNode;
  /** The figures that are decided about. */
  readonly figures?: readonly Figure[];
  readonly fields?: readonly FieldSpec[];
  /** What stands under the fields, such as a button that adds some. */
  readonly more?: ReactNode;
  /** What is sent, from what was filled in; by default just that, without what was left empty, and `about`. */
  readonly build?: (values: Values) => Readonly<Record<string, unknown>>;
  /** What is sent besides the fields: the thing that is acted on. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** What stands in the fields at first. */
  readonly initial?: Values;
  readonly done: string;
  readonly onDone?: (result: z.output<R>) => void;
  /** Why it cannot be done now; a missing role is found without being told. */
  readonly blocked?: string | null;
  readonly tone?: 'primary' | 'plain' | 'danger';
  /** In a column of decisions the button is as wide as the column, and names what blocks it underneath. */
  readonly stacked?: boolean;
}

/** A button for an act of a desk. It asks before it acts, and says why it cannot. */
export function Act<I extends z.ZodObject, R extends z.ZodType>(props: ActProps<I, R>) {
  const { call, label, tone = 'plain', stacked = false } = props;
  const say = useWords();
  const operator = useOperator();
  const why = useId();
  const [open, setOpen] = useState(false);
  const allowed = mayCall(call, operator.roles);
  const roles = call.roles === 'public' ? [] : call.roles;
  const blocked = allowed
    ? (props.blocked ?? null)
    : say('act.needsRole', { roles: roles.map((role) => say(`frame.role.${role}`)).join(' / ') });
  return (
    <Box sx={{ display: stacked ? 'grid' : 'inline-grid', gap: 0.5, minWidth: 0, flexShrink: stacked ? 1 : 0 }}>
      <Button
        variant={tone === 'primary' ? 'contained' : 'outlined'}
        color={tone === 'primary' ? 'primary' : tone === 'danger' ? 'error' : 'inherit'}
        disabled={blocked !== null}
        aria-describedby={blocked === null ? undefined : why}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {blocked !== null && (
        <Typography id={why} variant="caption" color="textSecondary" sx={{ maxWidth: stacked ? undefined : 220 }}>
          {blocked}
        </Typography>
      )}
      {open && <ActDialog {...props} close={() => setOpen(false)} />}
    </Box>
  );
}

function ActDialog<I extends z.ZodObject, R extends z.ZodType>(props: ActProps<I, R> & { close: () => void }) {
  const { call, label, title = label, lead, figures, fields = [], about = {}, initial = {}, done, onDone, tone, close } = props;
  const { build = filledIn, more } = props;
  const say = useWords();
  const notify = useNotify();
  const heading = useId();
  const errorText = useActError();
  const move = useDeskMove(call);
  const [values, setValues] = useState<Values>(initial);
  const [tried, setTried] = useState(false);

  const input = { ...about, ...build(values) };
  const { error: misfit } = call.input.safeParse(input);
  const faults = faultsOf(misfit?.issues, move.error, fields);
  const shown = tried || move.isError ? faults : new Map<string, string>();
  const words = (fault: string) => (isCode(fault) ? say(`codes.${fault}`) : say('act.invalid'));

  const submit = async () => {
    setTried(true);
    if (misfit !== undefined || move.isPending) return;
    // The contract's schema has just accepted it.
    const result = await move.mutateAsync(input as z.input<I>).catch(() => undefined);
    if (result === undefined) return;
    notify(done, { type: 'success' });
    close();
    onDone?.(result);
  };

  return (
    <Dialog open onClose={move.isPending ? undefined : close} aria-labelledby={heading} fullWidth maxWidth="sm">
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        sx={{ display: 'contents' }}
      >
        <DialogTitle id={heading} component="h2" sx={{ fontSize: '1.0625rem', fontWeight: 620 }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {lead !== undefined && <Typography component="div">{lead}</Typography>}
          {figures !== undefined && <Figures rows={figures} />}
          {fields.map((field) => (
            <ActField
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              fault={shown.has(field.name) ? words(shown.get(field.name) ?? '') : null}
              onChange={(value) => {
                setValues({ ...values, [field.name]: value });
                move.reset();
              }}
            />
          ))}
          {more}
          {tried && misfit !== undefined && shown.size === 0 && <Alert severity="error">{say('act.invalid')}</Alert>}
          {move.error !== null && shown.size === 0 && (
            <Alert severity="error">
              {move.error instanceof ApiRefusal && move.error.message === '' ? words(move.error.code) : errorText(move.error)}
            </Alert>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={close} disabled={move.isPending}>
            {say('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={tone === 'danger' ? 'error' : 'primary'} loading={move.isPending}>
            {label}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

function filledIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}

/** What is wrong with which field, which for a part of something bears its whole path (`texts.zh`): found here by the contract's schema, or named by the server's refusal. */
function faultsOf(
  issues: readonly z.core.$ZodIssue[] | undefined,
  error: Error | null,
  fields: readonly FieldSpec[],
): Map<string, string> {
  const named = new Set(fields.map(({ name }) => name));
  const fieldOf = (path: readonly PropertyKey[]) => {
    const whole = path.map(String).join('.');
    return named.has(whole) ? whole : String(path[0] ?? '');
  };
  const found = (issues ?? []).map((issue): [string, string] => [fieldOf(issue.path), issue.message]);
  const refused = error instanceof ApiRefusal ? Object.entries(error.fields) : [];
  return new Map([...found, ...refused].filter(([name]) => named.has(name)));
}
