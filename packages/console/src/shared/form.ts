import { type FormOptions, useFormIn } from '@assay/contract/form.ts';
import { isCode } from '@assay/contract/vocabulary/code-statuses.ts';
import type { z } from 'zod';
import { useActError, useTellProblem } from './client/use-desk.ts';
import { useWords } from './words/words.ts';

/** A form in the words of the console. */
export function useForm<V extends object>(options: FormOptions<V>) {
  const say = useWords();
  const ofProblem = useActError();
  const tell = useTellProblem();
  return useFormIn({ ofCode: (code) => say(`codes.${code}`), ofProblem, tell }, options);
}

/**
 * What the contract's schema finds wrong, in words, by field; `form` where that is no field of the form. A part of something bears
 * its whole path (`texts.zh`), or the name of the whole.
 */
export function useFaults(): (
  schema: z.ZodType,
  input: unknown,
  fields: ReadonlyMap<string, string>,
) => Readonly<Record<string, string>> {
  const say = useWords();
  return (schema, input, fields) => {
    const issues = schema.safeParse(input).error?.issues ?? [];
    const found = issues.flatMap(({ path, message }): [string, string][] => {
      const named = [path.map(String).join('.'), String(path[0])].find((name) => fields.has(name));
      if (named === undefined) return [];
      const empty = fields.get(named)?.trim() === '';
      return [[named, isCode(message) ? say(`codes.${message}`) : say(empty ? 'act.missing' : 'act.invalid')]];
    });
    if (found.length > 0) return Object.fromEntries(found);
    return issues.length > 0 ? { form: say('act.invalid') } : {};
  };
}
