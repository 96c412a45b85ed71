import { type ChangeEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { Field, type Labels, bareInput, controlBox } from '../../ui/field.tsx';
import { useSession } from '../client/session.ts';
import {
  type Misread,
  isFilledIn,
  isPlainly,
  isUnread,
  readNumber,
  unread,
  unreadText,
  westernDigits,
  writeNumber,
} from './read-number.ts';

interface NumberFieldProps extends Labels {
  /** A plain decimal as the wire carries it, empty, or an `unread` text. */
  value: string;
  onChange(value: string): void;
  decimals: number;
  unit?: ReactNode;
  /** The unit in letters, where `unit` is more than that: it may be pasted with its figure. */
  unitCode?: string;
  start?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  name?: string;
}

/**
 * A decimal, kept as a string from key to wire, written and read in the way of the person's language. Reads left to right
 * everywhere. What is not a number is not taken: the text before stays, and the reason is said. What may still become one while
 * it is typed, such as `1,234,5`, is shown without a value, and is passed on as `unread`: no form takes it for empty.
 */
export function NumberField({
  label,
  error,
  hint,
  aside,
  value,
  onChange,
  decimals,
  unit,
  unitCode = typeof unit === 'string' ? unit : '',
  start,
  className,
  ...rest
}: NumberFieldProps) {
  const { t } = useTranslation();
  const language = useSession((session) => session.language);
  const input = useRef<HTMLInputElement>(null);
  const { text, misread, read, events } = useTyped({ value, onChange, decimals, unit: unitCode, input });
  // What the form has to say of a text that may still become a number is said of the number.
  const ofForm = isUnread(value) ? undefined : error;
  const wrong = misread === null ? ofForm : t(`number.${misread}`, { count: decimals });
  const shown = read === '' ? hint : <ReadAs figure={writeNumber(read, language)}>{hint}</ReadAs>;
  return (
    <Field label={label} error={wrong} hint={shown} aside={aside} {...(className === undefined ? {} : { className })}>
      {(wiring) => (
        <div className={controlBox}>
          {start}
          <input
            {...rest}
            {...wiring}
            {...events}
            ref={input}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            className={cx(bareInput, 'numbers rtl:text-end')}
          />
          {unit === undefined ? null : <span className="shrink-0 text-caption text-muted">{unit}</span>}
        </div>
      )}
    </Field>
  );
}

/** How a figure was read that is not written in the field's own way. */
function ReadAs({ figure, children }: { figure: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="block font-medium text-text">{t('number.reads', { figure })}</span>
      {children}
    </>
  );
}

interface Typed {
  /** The text of the field. */
  readonly text: string;
  /** The value that the text says. */
  readonly value: string;
  readonly misread: Misread | null;
}

/** Some of these may still become a number with the next keys, so they only wait for their end. */
const unfinished: ReadonlySet<Misread> = new Set<Misread>(['grouping', 'ambiguous']);
const pastes = new Set(['insertFromPaste', 'insertFromDrop', 'insertReplacementText']);

function digitsIn(text: string): number {
  return text.replace(/[^0-9]/g, '').length;
}

/** The place in a text behind so many digits. */
function behindDigits(text: string, count: number): number {
  let place = 0;
  for (let seen = 0; place < text.length && seen < count; place += 1) if (/[0-9]/.test(text[place] ?? '')) seen += 1;
  return place;
}

interface Wanted extends Pick<NumberFieldProps, 'value' | 'onChange' | 'decimals'> {
  unit: string;
  input: RefObject<HTMLInputElement | null>;
}

/** The text of a number field beside its value. The text is the person's while they type; leaving the field tidies it. */
function useTyped({ value, onChange, decimals, unit, input }: Wanted) {
  const language = useSession((session) => session.language);
  const print = (given: string): Typed => {
    if (!isUnread(given)) return { text: writeNumber(given, language), value: given, misread: null };
    const left = unreadText(given);
    const reading = readNumber(left, language, decimals, unit);
    return { text: left, value: given, misread: 'misread' in reading ? reading.misread : null };
  };
  const [typed, setTyped] = useState(() => print(value));
  const [spoken, setSpoken] = useState(language);
  /** What an input method is at work on: it is left alone until it has ended. */
  const [draft, setDraft] = useState<string | null>(null);
  /** Where the caret stood before the last change; a refused one puts it back there. */
  const selection = useRef<readonly [number, number]>([0, 0]);
  const [caret, setCaret] = useState<{ readonly at: readonly [number, number] } | null>(null);
  // The value was set from outside, or the language has changed: the text follows.
  if (typed.value !== value || spoken !== language) {
    setTyped(print(value));
    setSpoken(language);
  }
  useLayoutEffect(() => {
    if (caret !== null) input.current?.setSelectionRange(...caret.at);
  }, [caret, input]);

  const accept = (text: string, read: string, at: number) => {
    setTyped({ text, value: read, misread: null });
    setCaret({ at: [at, at] });
    if (read !== value) onChange(read);
  };
  const take = (raw: string, rawCaret: number, pasted: boolean, removed: boolean) => {
    const text = westernDigits(raw);
    const before = westernDigits(raw.slice(0, rawCaret));
    const reading = readNumber(text, language, decimals, unit);
    if ('value' in reading) {
      const shown = pasted ? writeNumber(reading.value, language) : text;
      accept(shown, reading.value, pasted ? behindDigits(shown, digitsIn(before)) : before.length);
    } else if (removed || (!pasted && (unfinished.has(reading.misread) || /^[.,]$/.test(text.trim())))) {
      // Nothing may be sent that differs from the text shown.
      accept(text, unread(text), before.length);
    } else {
      setTyped((known) => ({ ...known, misread: reading.misread }));
      setCaret({ at: selection.current });
    }
  };
  const tidy = () => {
    const reading = readNumber(typed.text, language, decimals, unit);
    if ('misread' in reading) return setTyped({ ...typed, misread: reading.misread });
    setTyped(print(reading.value));
    if (reading.value !== value) onChange(reading.value);
  };
  // Where a form is sent without the field being left, such as by a screen reader: the text is complete.
  const isAtWork = isUnread(typed.value) && typed.misread === null;
  useEffect(() => {
    const form = isAtWork ? input.current?.form : null;
    form?.addEventListener('submit', tidy, true);
    return () => form?.removeEventListener('submit', tidy, true);
  });
  const ofEvent = (field: HTMLInputElement, inputType: string) =>
    take(field.value, field.selectionStart ?? field.value.length, pastes.has(inputType), inputType.startsWith('delete'));
  const events = {
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const native = event.nativeEvent;
      const inputType = 'inputType' in native && typeof native.inputType === 'string' ? native.inputType : '';
      if (draft !== null) setDraft(event.target.value);
      else ofEvent(event.target, inputType);
    },
    onSelect: (event: { currentTarget: HTMLInputElement }) => {
      const { selectionStart, selectionEnd } = event.currentTarget;
      if (draft === null) selection.current = [selectionStart ?? 0, selectionEnd ?? 0];
    },
    onCompositionStart: (event: { currentTarget: HTMLInputElement }) => setDraft(event.currentTarget.value),
    onCompositionEnd: (event: { currentTarget: HTMLInputElement }) => {
      setDraft(null);
      ofEvent(event.currentTarget, 'insertFromComposition');
    },
    onBlur: () => {
      // What is said below comes or goes with it, and a button that moves away under a press that is under way is not pressed.
      if (document.querySelector(':active') === null) tidy();
      else document.addEventListener('mouseup', tidy, { once: true });
    },
    // Enter sends a form, or shows why not: the text is complete.
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Enter' && draft === null && isUnread(typed.value)) tidy();
    },
  };
  const read = isFilledIn(typed.value) && !isPlainly(typed.text, language) ? typed.value : '';
  return { text: draft ?? typed.text, misread: typed.misread, read, events };
}
