/** Generates src/live/messages.ts, the types of all messages, from the server's schema: `npm run types`. */
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

const PRIMITIVES: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

/** `package.module.Name` → `ModuleName`: if two structs have the same name, the schema adds their modules. */
const typeName = (name: string) =>
  name.split('.').slice(-2).map((part) => part.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())).join('');

function typeOf(schema: Schema): string {
  if (schema.$ref) return typeName(schema.$ref.split('/').at(-1)!);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (schema.type === 'array') return arrayType(schema);
  if (schema.type === 'object') return schema.properties ? objectType(schema) : recordType(schema);
  const primitive = PRIMITIVES[schema.type ?? ''];
  if (!primitive) throw new Error(`expected a schema of a known kind, got ${JSON.stringify(schema)}`);
  return primitive;
}

function arrayType({ items, prefixItems }: Schema): string {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`;
  const inner = items ? typeOf(items) : 'unknown';
  return / /.test(inner) ? `(${inner})[]` : `${inner}[]`;
}

const recordType = ({ additionalProperties: values }: Schema) =>
  `Record<string, ${typeof values === 'object' ? typeOf(values) : 'unknown'}>`;

const comment = (description: string | undefined, indent = '') =>
  description ? `${indent}/** ${description.replace(/\s+/g, ' ')} */\n` : '';

function objectType({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) =>
    `${comment(schema.description, '  ')}  ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};\n`);
  return `{\n${fields.join('')}}`;
}

export function generateTypes(schema: { $defs: Record<string, Schema> }): string {
  const all = Object.entries(schema.$defs).map(
    ([name, one]) => `${comment(one.description)}export type ${typeName(name)} = ${typeOf(one)};\n`,
  );
  return ['/** Generated from schema.json by tools/message-types.ts. Do not edit. */\n', ...all].join('\n');
}

export const generatedFile = () => generateTypes(JSON.parse(readFileSync('schema.json', 'utf8')));

if (process.argv[1]?.endsWith('message-types.ts')) writeFileSync('src/live/messages.ts', generatedFile());
