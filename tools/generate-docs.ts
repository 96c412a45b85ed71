// Writes docs/routes.md, docs/console.md and docs/codes.md from the contract, the words of each language into docs/glossary.md, and the
// types of the site's texts from its files of words; `--check` only compares, for the gate.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { Auth, Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { consolePrefix, customerPrefix, feedPath } from '@assay/contract/paths.ts';
import { type Code, codeStatuses } from '@assay/contract/vocabulary/code-statuses.ts';
import { codes } from '@assay/contract/vocabulary/codes.ts';
import { code, decimal, id, positive, signedDecimal } from '@assay/contract/vocabulary/units.ts';
import { root } from './gate.ts';
import { typedWords } from './typed-words.ts';
import { termTable } from './words/terms.ts';

type Unit = Endpoint['result'];

/** The part of JSON Schema that the contract uses. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number | boolean | null;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly note: string;
}

const generated = 'Generated from `packages/contract` by `npm run docs`; do not edit.';

/** The contract's own words for its patterns, so that a page reads `decimal` and not a regular expression. */
const unitNames = new Map<string, string>([
  [patternOf(decimal), 'decimal'],
  [patternOf(positive('400')), 'decimal > 0'],
  [patternOf(signedDecimal), 'signed decimal'],
  [patternOf(id), 'id'],
  [patternOf(code), 'code'],
]);

function schemaOf(type: Unit, io: 'input' | 'output'): Schema {
  return type.toJSONSchema({ io, unrepresentable: 'any' }) as Schema;
}

function patternOf(unit: Unit): string {
  const { pattern } = schemaOf(unit, 'input');
  if (pattern === undefined) throw new Error('this unit has no pattern any more; give it another name here');
  return pattern;
}

function typeOf(schema: Schema): string {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return [...new Set(branches.map((branch) => typeOf(branch)))].join(' or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.type === 'array') return `list of ${schema.items === undefined ? 'values' : typeOf(schema.items)}`;
  if (schema.type === 'object') return schema.properties ? 'object' : 'map of text';
  if (schema.type === 'integer') return `integer${range(schema)}`;
  if (schema.type === 'string') return text(schema);
  return typeof schema.type === 'string' ? schema.type : (schema.type ?? ['any']).join(' or ');
}

function range({ minimum = -Infinity, maximum = Infinity }: Schema): string {
  if (minimum > Number.MIN_SAFE_INTEGER && maximum < Number.MAX_SAFE_INTEGER) return ` ${minimum} to ${maximum}`;
  return '';
}

function text(schema: Schema): string {
  if (schema.format === 'date-time') return 'time';
  if (schema.format !== undefined) return schema.format;
  const unit = unitNames.get(schema.pattern ?? '');
  if (unit !== undefined) return unit;
  if (schema.maxLength === undefined) return 'text';
  return (schema.minLength ?? 0) > 1 ? `text of ${schema.minLength} to ${schema.maxLength}` : `text up to ${schema.maxLength}`;
}

/** A pattern that no unit of the contract has is shown as it is. */
function patternNote({ pattern, format }: Schema): string {
  return pattern === undefined || format !== undefined || unitNames.has(pattern) ? '' : `matches \`${pattern}\``;
}

/** The fields of an object, those of objects inside it under dotted names. */
function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const optional = !(schema.required ?? []).includes(key) && property.default === undefined;
    const fallback = property.default === undefined ? '' : `default ${JSON.stringify(property.default)}`;
    const note = [property.description ?? '', patternNote(property), fallback].filter((part) => part !== '').join('; ');
    const field = { name: `${prefix}${key}${optional ? '?' : ''}`, type: typeOf(property), note };
    return [field, ...nested(property, `${prefix}${key}`)];
  });
}

function nested(schema: Schema, name: string): Field[] {
  if (schema.type === 'array') return nested(schema.items ?? {}, `${name}[]`);
  const branch = schema.anyOf?.find((one) => one.type === 'object');
  return fieldsOf(branch ?? schema, `${name}.`);
}

const cell = (value: string): string => value.replaceAll('|', '\\|');

function table(title: string, schema: Schema): string[] {
  const isList = schema.type === 'array';
  const fields = isList ? fieldsOf(schema.items ?? {}) : fieldsOf(schema);
  if (fields.length === 0) return isList ? [`${title}: ${typeOf(schema)}`, ''] : [];
  const rows = fields.map(({ name, type, note }) => `| \`${name}\` | ${cell(type)} | ${cell(note)} |`);
  return [isList ? `${title}, a list of` : title, '', '| field | type | |', '| --- | --- | --- |', ...rows, ''];
}

const authWords: Record<Auth, string> = {
  public: 'anyone',
  user: 'signed in',
  account: 'signed in, with the `virtually` header',
  real: 'signed in, real account only',
};

function section(call: Endpoint | DeskCall, audience: string, more: readonly string[]): string[] {
  const facts = [/[.?]$/.test(call.summary) ? call.summary : `${call.summary}.`, `For: ${audience}.`];
  if (call.moves) facts.push('Moves something: takes an `Idempotency-Key`.');
  if (call.files.length > 0) facts.push(`Answers a file: ${call.files.join(' or ')}; a refusal comes in the envelope.`);
  const input = schemaOf(call.input, 'input');
  const result = schemaOf(call.result, 'output');
  const title = `### ${call.method} ${call.path}`;
  return [title, '', [...facts, ...more].join(' '), '', ...table('Input', input), ...table('Result', result)];
}

/** The pictures of a multipart call by their part's name; what need not be sent carries a question mark. */
function picturesOf({ images }: Endpoint): string {
  return Object.entries(images)
    .map(([name, rule]) => `\`${name}${rule === 'required' ? '' : '?'}\``)
    .join(', ');
}

function customerSection(endpoint: Endpoint): string[] {
  const more = endpoint.body === 'multipart' ? [`Body: multipart form with ${picturesOf(endpoint)}.`] : [];
  return section(endpoint, authWords[endpoint.auth], more);
}

function deskSection(call: DeskCall): string[] {
  const audience = call.roles === 'public' ? 'anyone' : call.roles.join(', ');
  return section(call, audience, call.csv ? [`As a file at \`${call.path}.csv\`.`] : []);
}

/** The page of all calls of the wire. */
export function routesPage(): string {
  const head = [
    '# Routes',
    '',
    generated,
    '',
    `Every path stands under \`${customerPrefix}\`; the live feed is at \`${feedPath}\`. A name ending in \`?\` may be left out.`,
    'A decimal is a string in plain notation, a time is ISO 8601 in UTC.',
    '',
  ];
  const modules = Object.entries<Record<string, Endpoint>>(customerCalls).flatMap(([name, calls]) => [
    `## ${name}`,
    '',
    ...Object.values(calls).flatMap(customerSection),
  ]);
  return `${[...head, ...modules].join('\n').trimEnd()}\n`;
}

/** The page of all calls of the operator's console. */
function consolePage(): string {
  const head = [
    '# Routes of the console',
    '',
    generated,
    '',
    `Every path stands under \`${consolePrefix}\`, on the console's own port. Envelope, codes and units are those of the`,
    '[customers’ calls](routes.md). Any of the roles named may call.',
    '',
  ];
  const desks = Object.entries<Record<string, DeskCall>>(consoleCalls).flatMap(([name, calls]) => [
    `## ${name}`,
    '',
    ...Object.values(calls).flatMap(deskSection),
  ]);
  return `${[...head, ...desks].join('\n').trimEnd()}\n`;
}

/** The page of all codes, with the words that a person sees where the locales have them. */
export function codesPage(): string {
  const [english, chinese] = ['en', 'zh'].map(messagesOf);
  const rows = Object.entries(codeStatuses).map(
    ([number, http]) =>
      `| ${number} | ${http} | ${cell(codes[number as Code])} | ${cell(english?.[number] ?? '')} | ${cell(chinese?.[number] ?? '')} |`,
  );
  const head = [
    '# Codes',
    '',
    generated,
    '',
    '| code | HTTP | meaning | English | 简体中文 |',
    '| --- | --- | --- | --- | --- |',
  ];
  return `${[...head, ...rows].join('\n')}\n`;
}

function messagesOf(language: string): Record<string, string> {
  const file = join(root, 'packages/contract/src/locales', language, 'codes.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

/** The present glossary, with the words of each language as the tests of `tools/words` check them. */
function glossaryPage(): string {
  const heading = '## The words of each language';
  const [before = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split(heading);
  const from = 'Generated from `tools/words/terms.json` by `npm run docs`; do not edit.';
  return `${before.trimEnd()}\n\n${heading}\n\n${from}\n\n${termTable()}\n`;
}

if (import.meta.main) {
  const pages = {
    'docs/routes.md': routesPage(),
    'docs/console.md': consolePage(),
    'docs/codes.md': codesPage(),
    'docs/glossary.md': glossaryPage(),
    'packages/web/src/i18next.d.ts': typedWords(),
  };
  for (const [path, page] of Object.entries(pages)) {
    const file = join(root, path);
    const current = existsSync(file) && readFileSync(file, 'utf8') === page;
    if (current) continue;
    if (process.argv.includes('--check')) {
      console.error(`${path} differs from what it is made of: run \`npm run docs\` and commit it.`);
      process.exitCode = 1;
    } else {
      writeFileSync(file, page);
      console.log(`${path} written`);
    }
  }
}
