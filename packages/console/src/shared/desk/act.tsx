import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import type { z } from 'zod';
import { type Figure, Figures } from '../../ui/figures.tsx';
import { Form, FormFault } from '../../ui/form.tsx';
import { mayCall } from '../client/may-call.ts';
import { useOperator } from '../client/operator.ts';
import { useDeskMove } from '../client/use-desk.ts';
import { useFaults, useForm } from '../form.ts';
import { notify } from '../notices.ts';
import { useWords } from '../words/words.ts';
import { ActField, type FieldSpec } from './act-field.tsx';
import { useLeftOut } from './forbidden.tsx';
import { useKeptAct } from './kept-act.ts';
import { useKey, useQueueMode } from './queue-mode.ts';
import { useSecondTap } from './second-tap.ts';

/** What was filled in, by the field's name. */
export type Values = Readonly<Record<string, string>>;

interface ActProps<I extends z.ZodObject, R extends z.ZodType> {
  readonly call: DeskCall<I, R>;
  readonly label: string;
  /** The title of the dialog; the label when left out. */
  readonly title?: string;
  /** What will happen, in a sentence. */
  readonly lead?: ReactNode;
  /** The figures that are decided about. */
  readonly figures?: readonly Figure[];
  readonly fields?: readonly FieldSpec[];
  /** Content below the fields, such as a button that adds some. */
  readonly more?: ReactNode;
  /** What it would mean as it is filled in so far, in a sentence; null as long as that cannot be said. */
  readonly preview?: (values: Values) => string | null;
  /** What is sent, from what was filled in; by default just that, without what was left empty, and `about`. */
  readonly build?: (values: Values) => Readonly<Record<string, unknown>>;
  /** What is sent besides the fields: the thing that is acted on. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** The initial values of the fields. */
  readonly initial?: Values;
  readonly done: string;
  readonly onDone?: (result: z.output<R>) => void;
  /** Why it cannot be done now; a missing role is detected without this. */
  readonly blocked?: string | null;
  readonly tone?: 'primary' | 'plain' | 'danger';
  /** In a column of decisions the button is as wide as the column, and names what blocks it underneath. */
  readonly stacked?: boolean;
  /** The letter that opens it while a queue is worked through. */
  readonly shortcut?: 'A' | 'R';
}

/** A button for an act of a desk. It asks before it acts, and says why it cannot. */
export function Act<I extends z.ZodObject, R extends z.ZodType>(props: ActProps<I, R>) {
  const { call, label, tone = 'plain', stacked = false } = props;
  const say = useWords();
  const operator = useOperator();
  const why = useId();
  const [open, setOpen] = useState(false);
  const inQueue = useQueueMode() !== null;
  const allowed = mayCall(call, operator.roles);
  const roles = call.roles === 'public' ? [] : call.roles;
  const blocked = allowed
    ? (props.blocked ?? null)
    : say('act.needsRole', { roles: roles.map((role) => say(`frame.role.${role}`)).join(' / ') });
  const { shortcut } = props;
  // In a column of decisions it says whose it is; anywhere else one line of the page does for all.
  const leftOut = !allowed && !stacked;
  useLeftOut(leftOut ? roles : null);
  useKey(
    blocked === null ? shortcut : undefined,
    useCallback(() => setOpen(true), []),
  );
  if (leftOut) return null;
  return (
    <Box sx={{ display: stacked ? 'grid' : 'inline-grid', gap: 0.5, minWidth: 0, flexShrink: stacked ? 1 : 0 }}>
      <Button
        variant={tone === 'primary' ? 'contained' : 'outlined'}
        color={tone === 'primary' ? 'primary' : tone === 'danger' ? 'error' : 'inherit'}
        disabled={blocked !== null}
        aria-describedby={blocked === null ? undefined : why}
        aria-keyshortcuts={inQueue ? shortcut : undefined}
        onClick={() => setOpen(true)}
        // Where there is little room the frame scrolls: a word never reaches beyond its button.
        sx={{ minWidth: stacked ? undefined : 'max-content' }}
      >
        {label}
        {inQueue && shortcut !== undefined && (
          <Box component="kbd" aria-hidden sx={{ ml: 1, font: 'inherit', fontSize: '0.8em' }}>
            {shortcut}
          </Box>
        )}
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
  const { label, title = label, lead, figures, fields = [], more, preview, tone, close } = props;
  const say = useWords();
  const heading = useId();
  const { typed, control, error, submit, busy, isUnknown, cancel } = useActForm(props);
  const takeSecond = useSecondTap();
  const meaning = preview?.(renamed(typed, outOfForm)) ?? null;
  return (
    <Dialog open onClose={close} onClickCapture={takeSecond} aria-labelledby={heading} fullWidth maxWidth="sm">
      <Form submit={submit} sx={{ display: 'contents' }}>
        <DialogTitle id={heading} component="h2" sx={{ fontSize: '1.0625rem', fontWeight: 620 }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {lead !== undefined && <Typography component="div">{lead}</Typography>}
          {figures !== undefined && <Figures rows={figures} />}
          {fields.map((field) => (
            <ActField key={field.name} field={field} {...control(inForm(field.name))} value={typed[inForm(field.name)] ?? ''} />
          ))}
          {more}
          {meaning !== null && (
            <Alert severity="info" role="status">
              {meaning}
            </Alert>
          )}
          <FormFault text={error('form')} />
          {isUnknown && <Alert severity="info">{say('act.asking')}</Alert>}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          {busy && (
            <Button color="inherit" onClick={cancel}>
              {say('act.giveUp')}
            </Button>
          )}
          <Button color="inherit" onClick={close}>
            {say(busy ? 'frame.close' : 'frame.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={tone === 'danger' ? 'error' : 'primary'} loading={busy}>
            {label}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/**
 * What is filled in, judged by the contract's own schema before it is sent. Operators who leave while it is in flight
 * see the outcome wherever they are then; Cancel aborts it, as far as still possible.
 */
function useActForm<I extends z.ZodObject, R extends z.ZodType>(props: ActProps<I, R> & { close: () => void }) {
  const { call, label, fields = [], about = {}, initial = {}, build = filledIn, done, onDone, close } = props;
  const faultsOf = useFaults();
  const move = useDeskMove(call, { name: label, about });
  const queue = useQueueMode();
  const { before, keep } = useKeptAct(`${call.path} ${JSON.stringify(about)}`);
  const values = { ...Object.fromEntries(fields.map(({ name }) => [name, ''])), ...initial, ...before };
  const inputOf = (typed: Values) => ({ ...about, ...build(renamed(typed, outOfForm)) });
  const form = useForm<Record<string, string>>({
    values: renamed(values, inForm),
    nameOf: inForm,
    check: (typed) => {
      const shown = new Map(fields.map(({ name }) => [name, typed[inForm(name)] ?? '']));
      return renamed(faultsOf(call.input, inputOf(typed), shown), inForm);
    },
    send: async (typed) => {
      // The contract's schema has just accepted it.
      const result = await move.mutateAsync(inputOf(typed) as z.input<I>);
      notify(done, 'success');
      // Who left may have opened it again, or looks at another case by now.
      const isLeft = form.isLeft();
      if (!isLeft) close();
      onDone?.(result);
      if (!isLeft && props.shortcut !== undefined) queue?.goOn();
    },
  });
  const { typed } = form;
  useEffect(() => keep(renamed(typed, outOfForm)));
  const cancel = () => {
    move.cancel();
    close();
  };
  return { ...form, isUnknown: form.busy && move.isUnknown, cancel };
}

/** A part of something is called by its whole path; the names of a form have no points. */
const inForm = (name: string) => name.replaceAll('.', '/');
const outOfForm = (name: string) => name.replaceAll('/', '.');

function renamed(values: Values, rename: (name: string) => string): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));
}

function filledIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
