// Renders the chart of deploy/helm as helm does, as far as the chart goes: where helm is absent it is checked all the same. What it does
// not know it refuses.
import { stringify } from 'yaml';

type Value = unknown;
type Scope = ReadonlyMap<string, Value>;
/** A text, or an action that holds others until its end. */
type Part = string | { readonly action: string; readonly body: readonly Part[] };

const holds = /^(?:range|if)\b/;

/** Cuts a template into texts and actions; `{{-` and `-}}` take the white space beside them along. */
function cut(template: string): (string | { readonly action: string })[] {
  const pieces = template
    .replace(/\s*\{\{-/g, '{{')
    .replace(/-\}\}\s*/g, '}}')
    .split(/\{\{(.*?)\}\}/s);
  return pieces.map((piece, place) => (place % 2 === 0 ? piece : { action: piece.trim() }));
}

function read(template: string): Part[] {
  const stack: Part[][] = [[]];
  const opened: string[] = [];
  for (const piece of cut(template)) {
    if (typeof piece === 'string') stack.at(-1)?.push(piece);
    else if (holds.test(piece.action)) {
      opened.push(piece.action);
      stack.push([]);
    } else if (piece.action === 'end') {
      const [body, action] = [stack.pop() ?? [], opened.pop()];
      if (action === undefined) throw new Error('an end of nothing');
      stack.at(-1)?.push({ action, body });
    } else stack.at(-1)?.push({ action: piece.action, body: [] });
  }
  if (opened.length > 0) throw new Error(`${opened.join(', ')}: without an end`);
  return stack[0] ?? [];
}

function member(of: Value, name: string): Value {
  if (typeof of !== 'object' || of === null || !(name in of)) throw new Error(`there is no ${name}`);
  return (of as Readonly<Record<string, Value>>)[name];
}

/** A literal, or a path such as `.Values.api` or `$of.replicas`. */
function term(word: string, scope: Scope): Value {
  if (word.startsWith('"')) return JSON.parse(word);
  if (/^-?\d+$/.test(word)) return Number(word);
  const [root = '', ...path] = word.split('.');
  const begin = scope.get(root === '' ? '$' : root);
  if (begin === undefined) throw new Error(`${word} is not known`);
  return path.reduce(member, begin);
}

const shown = (value: Value) => (typeof value === 'string' ? value : JSON.stringify(value));

const functions: Readonly<Record<string, (...values: readonly Value[]) => Value>> = {
  list: (...values) => values,
  index: (of, name) => member(of, String(name)),
  add: (...values) => values.reduce<number>((sum, value) => sum + Number(value), 0),
  quote: (value) => JSON.stringify(shown(value)),
  printf: (format, ...values) =>
    values.reduce<string>((text, value) => text.replace(/%[sv]/, () => shown(value)), String(format)),
  toYaml: (value) => stringify(value).trimEnd(),
  indent: (spaces, text) => String(text).replaceAll(/^/gm, ' '.repeat(Number(spaces))),
};

function evaluate(expression: string, scope: Scope): Value {
  return expression.split('|').reduce<Value>((before, step, place) => {
    const [name = '', ...rest] = step.trim().match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
    const known = functions[name];
    if (known === undefined) {
      if (rest.length > 0 || place > 0) throw new Error(`${name} is no function that is known here`);
      return term(name, scope);
    }
    const given = rest.map((word) => term(word, scope));
    return known(...given, ...(place > 0 ? [before] : []));
  }, undefined);
}

function each(action: string, body: readonly Part[], scope: Scope): string {
  const found = /^range (\$\w+)(?:, (\$\w+))? := (.+)$/.exec(action);
  if (found === null) throw new Error(`${action}: not known here`);
  const [, first = '', second, expression = ''] = found;
  const over = evaluate(expression, scope);
  // Maps in the order of their names, as helm has it.
  const entries: [Value, Value][] = Array.isArray(over)
    ? over.map((value, place) => [place, value])
    : Object.entries(over as object).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries
    .map(([key, value]) => {
      const own: [string, Value][] =
        second === undefined
          ? [[first, value]]
          : [
              [first, key],
              [second, value],
            ];
      return fill(body, new Map([...scope, ...own]));
    })
    .join('');
}

function fill(parts: readonly Part[], given: Scope): string {
  let scope = given;
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else if (part.action.startsWith('range')) text += each(part.action, part.body, scope);
    else if (part.action.startsWith('if '))
      text += evaluate(part.action.slice(3), scope) === true ? fill(part.body, scope) : '';
    else {
      const set = /^(\$\w+) := (.+)$/.exec(part.action);
      if (set === null) text += shown(evaluate(part.action, scope));
      else scope = new Map([...scope, [set[1] ?? '', evaluate(set[2] ?? '', scope)]]);
    }
  }
  return text;
}

/** What a template says for these values. */
export function render(template: string, values: object, release = 'assay'): string {
  return fill(read(template), new Map<string, Value>([['$', { Values: values, Release: { Name: release } }]]));
}
