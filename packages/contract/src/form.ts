import { useEffect, useRef } from 'react';
import { useForm as useLibrary } from 'react-hook-form';
import { ApiRefusal } from './client.ts';
import { type Code, isCode } from './vocabulary/code-statuses.ts';

/** What is wrong, in words, by field; `form` is for what belongs to none. */
export type Wrong<V> = Readonly<Partial<Record<(keyof V & string) | 'form', string | undefined>>>;

export interface FormOptions<V> {
  /** The initial values: every field that a refusal may name. Names contain no dots. */
  values: V;
  /** What is missing, then what the rules refuse; nothing when it may be sent. */
  check?: (typed: V) => Wrong<V>;
  /** Sends what was typed. What it throws is shown: beside the fields that a refusal names, else at the form. */
  send: (typed: V) => Promise<unknown>;
  /** The field that a refusal speaks of where it names none. */
  fieldOf?: (refusal: ApiRefusal) => (keyof V & string) | undefined;
  /** What is sent, in words, for notices after the user has left the form. */
  what?: (typed: V) => string;
  /** What a field that a refusal names is called here, where that differs. */
  nameOf?: (field: string) => string;
}

/** The words of the app for what a form has to say. */
export interface FormWords {
  ofCode: (code: Code) => string;
  /** Of whatever a call may throw. */
  ofProblem: (problem: unknown) => string;
  /** Shows a thrown error to a user who has left the form, wherever they are. */
  tell: (problem: unknown, what?: string) => void;
}

/** Of the fields that were sent, those that hold something else by now. */
function typedSince(sent: Readonly<Record<string, unknown>>, typed: Record<string, unknown>): Record<string, unknown> {
  const gone = new Map(Object.entries(sent));
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => gone.has(name) && gone.get(name) !== value));
}

/** What was found wrong, by the name of its field. */
function namedFaults(wrong: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(wrong).flatMap(([name, fault]) => (fault === undefined ? [] : [[name, fault]])));
}

/**
 * A form: its values, its errors, whether it is being sent. Checked when it is sent; a field that is edited is given the
 * benefit of the doubt. The first one that is wrong gets the focus. A user who leaves it while it is in flight sees elsewhere
 * what was wrong.
 */
export function useFormIn<V extends object>(words: FormWords, { values, check, send, what, fieldOf, nameOf }: FormOptions<V>) {
  type Name = keyof V & string;
  const form = useLibrary<Record<string, unknown>>({
    defaultValues: { ...values },
    reValidateMode: 'onSubmit',
    resolver: (typed) => {
      const errors = Object.fromEntries([...faults(typed)].map(([name, message]) => [name, { type: 'check', message }]));
      return Object.keys(errors).length === 0 ? { values: typed, errors: {} } : { values: {}, errors };
    },
  });
  // The library knows names and no types; its values are those that this form began with and changed.
  const read = (typed: Record<string, unknown>) => typed as V;
  const faults = (entered: Record<string, unknown>) => namedFaults(check?.(read(entered)) ?? {});
  const { errors, isSubmitting, isSubmitSuccessful, submitCount } = form.formState;
  useLeadToFault(submitCount, isSubmitSuccessful);
  const isLeft = useIsLeft();

  const typed = read(form.watch());
  const error = (name: Name | 'form'): string | undefined => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? message : undefined;
  };
  const show = (wrong: Wrong<V>) => {
    form.clearErrors();
    for (const [name, message] of Object.entries<string | undefined>(wrong)) {
      if (message !== undefined) form.setError(name, { type: 'refused', message });
    }
  };
  const change = <N extends Name>(name: N, value: V[N]) => {
    const field: string = name;
    form.setValue(field, value);
    // A fault that two fields share is gone when either is mended.
    const found = Object.keys(errors).filter((other) => errors[other]?.type === 'check');
    form.clearErrors([field, 'form', ...found.filter((other) => !faults(form.getValues()).has(other))]);
  };
  const refused = (problem: unknown) => {
    if (isLeft()) return words.tell(problem, what?.(read(form.getValues())));
    const refusal = problem instanceof ApiRefusal ? problem : undefined;
    const named = faultsOf(refusal, nameOf).filter(([name]) => name in values);
    const own = refusal && named.length === 0 ? fieldOf?.(refusal) : undefined;
    // The refusal's own sentence has its figures filled in; those of further fields have none.
    const say = (code: string) => (isCode(code) && refusal?.code !== code ? words.ofCode(code) : words.ofProblem(problem));
    if (named.length > 0) for (const [name, code] of named) form.setError(name, { type: 'refused', message: say(code) });
    else form.setError(own ?? 'form', { type: 'refused', message: words.ofProblem(problem) });
  };
  const run = form.handleSubmit(async (valid) => {
    await send(read(valid)).catch(refused);
  });
  return {
    typed,
    change,
    error,
    show,
    refused,
    /** Checks one field before the form is sent, and says what is wrong with it; true when nothing is. */
    passes: (name: Name): boolean => {
      const fault = faults(form.getValues()).get(name);
      if (fault !== undefined) form.setError(name, { type: 'check', message: fault });
      return fault === undefined;
    },
    busy: isSubmitting,
    /** Whether the user has left the form: the outcome is then shown where they are. */
    isLeft,
    /** Empties it, or fills it in anew. */
    reset: (next: V = values) => form.reset({ ...next }),
    /** Empties what was sent; what has been typed since stays. */
    resetSent: (sent: Partial<V>) => form.reset({ ...values, ...typedSince(sent, form.getValues()) }),
    submit: () => {
      if (!isSubmitting) void run();
    },
    /** For a control that answers its value. */
    control: <N extends Name>(name: N) => ({
      name,
      value: typed[name],
      error: error(name),
      onChange: (value: V[N]) => change(name, value),
    }),
    /** For a text field of the browser. */
    field: <N extends Name>(name: N) => ({
      name,
      value: typed[name],
      error: error(name),
      onChange: (event: { target: { value: V[N] } }) => change(name, event.target.value),
    }),
  };
}

/** The fields that a refusal names, as the form calls them, with their codes. */
function faultsOf(refusal: ApiRefusal | undefined, nameOf: (field: string) => string = (field) => field) {
  return Object.entries(refusal?.fields ?? {}).map(([name, code]): [string, string] => [nameOf(name), code]);
}

function useIsLeft(): () => boolean {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return () => left.current;
}

/** Leads to the first fault of the form that was sent, each time that one was found. */
function useLeadToFault(submitCount: number, succeeded: boolean): void {
  useEffect(() => {
    if (submitCount === 0 || succeeded) return;
    // Safari gives a button that is pressed no focus.
    const sent = document.activeElement?.closest('form') ?? document;
    sent.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, succeeded]);
}
