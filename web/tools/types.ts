/** TypeScript from the server's schema: `npm run types` writes src/live/messages.ts. */
import { readFileSync, writeFileSync } from 'node:fs';

type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  enum?: (string | number)[];
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
};

const PLAIN: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

/** `tavolino.server.records.playback.Place` → `ReplayPlace`: two structs of one name are told apart by their files. */
const named = (name: string) =>
  name.split('.').slice(-2).map((part) => part.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())).join('');

function type(schema: Schema): string {
  if (schema.$ref) return named(schema.$ref.split('/').at(-1)!);
  if (schema.anyOf) return schema.anyOf.map(type).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((one) => type({ ...schema, type: one })).join(' | ');
  if (schema.type === 'array') return array(schema);
  if (schema.type === 'object') return schema.properties ? object(schema) : record(schema);
  const plain = PLAIN[schema.type ?? ''];
  if (!plain) throw new Error(`expected a schema of a known kind, got ${JSON.stringify(schema)}`);
  return plain;
}

function array({ items, prefixItems }: Schema): string {
  if (prefixItems) return `[${prefixItems.map(type).join(', ')}]`;
  const inner = items ? type(items) : 'unknown';
  return / /.test(inner) ? `(${inner})[]` : `${inner}[]`;
}

const record = ({ additionalProperties: values }: Schema) =>
  `Record<string, ${typeof values === 'object' ? type(values) : 'unknown'}>`;

const told = (description: string | undefined, indent = '') =>
  description ? `${indent}/** ${description.replace(/\s+/g, ' ')} */\n` : '';

function object({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) =>
    `${told(schema.description, '  ')}  ${name}${required.includes(name) ? '' : '?'}: ${type(schema)};\n`);
  return `{\n${fields.join('')}}`;
}

export function types(schema: { $defs: Record<string, Schema> }): string {
  const all = Object.entries(schema.$defs).map(
    ([name, one]) => `${told(one.description)}export type ${named(name)} = ${type(one)};\n`,
  );
  return ['/** Generated from schema.json by tools/types.ts: the server says these, once. */\n', ...all].join('\n');
}

export const written = () => types(JSON.parse(readFileSync('schema.json', 'utf8')));

if (process.argv[1]?.endsWith('types.ts')) writeFileSync('src/live/messages.ts', written());
