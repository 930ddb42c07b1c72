import type { JsonSchema } from '~/repository-client/open-api';

/** A piece of a written shape: text, or the name of another shape. */
export type ShapePart = string | { shape: string };

const indent = '  ';

/**
 * Writes a JSON Schema as a short text: `{` and `}` around members, `?` behind the name of one that may be missing, `[]`
 * behind the entries of a list, `|` between alternatives. What a member means is above it, behind `//`.
 */
export function writeShape(schema: JsonSchema, depth = 0): ShapePart[] {
  const { $ref, enum: values, const: constant, type } = schema;
  if (typeof $ref === 'string') return [{ shape: $ref.split('/').at(-1) ?? '' }];
  if (Array.isArray(values)) return alternatives(values.map((value) => [JSON.stringify(value)]));
  if (constant !== undefined) return [JSON.stringify(constant)];
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return alternatives((options as JsonSchema[]).map((each) => writeShape(each, depth)));
  if (Array.isArray(type)) return alternatives(type.map((each) => writeShape({ ...schema, type: each }, depth)));
  if (type === 'array') return writeList(schema, depth);
  if (type === 'object') return writeObject(schema, depth);
  return [typeof type === 'string' ? type : 'any', limitsOf(schema)].filter((part) => part !== '');
}

function alternatives(options: ShapePart[][]): ShapePart[] {
  return options.flatMap((option, at) => (at === 0 ? option : [' | ', ...option]));
}

function writeList({ items, prefixItems }: JsonSchema, depth: number): ShapePart[] {
  const rest = items ? bracketed(writeShape(items as JsonSchema, depth)) : [];
  if (!Array.isArray(prefixItems)) return items ? [...rest, '[]'] : ['any[]'];
  const first = (prefixItems as JsonSchema[]).map((each) => writeShape(each, depth));
  const entries = items ? [...first, ['…', ...rest, '[]']] : first;
  return ['[', ...entries.flatMap((entry, at) => (at === 0 ? entry : [', ', ...entry])), ']'];
}

/** Brackets around alternatives, of which a list consists. */
function bracketed(parts: ShapePart[]): ShapePart[] {
  return parts.includes(' | ') ? ['(', ...parts, ')'] : parts;
}

function writeObject({ properties = {}, required = [], additionalProperties }: JsonSchema, depth: number): ShapePart[] {
  const inner = `\n${indent.repeat(depth + 1)}`;
  const members = Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, schema]): ShapePart[] => {
    const isRequired = (required as string[]).includes(name);
    const meaning = meaningOf(schema).map((line) => `${inner}// ${line}`);
    return [...meaning, `${inner}${name}${isRequired ? '' : '?'}: `, ...writeShape(schema, depth + 1)];
  });
  const isMap = typeof additionalProperties === 'object' && Object.keys(additionalProperties ?? {}).length > 0;
  const others: ShapePart[] = isMap
    ? [`${inner}[name]: `, ...writeShape(additionalProperties as JsonSchema, depth + 1)]
    : [];
  if (members.length + others.length === 0) return ['{}'];
  return ['{', ...members, ...others, `\n${indent.repeat(depth)}}`];
}

/** Longest line of a meaning, in characters. */
const longestLine = 90;

/** What a member means, in lines; none if its name says it. */
function meaningOf({ description }: JsonSchema): string[] {
  if (typeof description !== 'string') return [];
  return description.split(/\s+/).reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > longestLine) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}

/** Largest limit that is shown; larger ones are those of the database. */
const maxShownLimit = 1_000_000_000;

/** Format and limits of a value, such as ' (uuid)' or ' (1–200)'. */
function limitsOf({ minimum, exclusiveMinimum, maximum, minLength, maxLength, format }: JsonSchema): string {
  const least = typeof exclusiveMinimum === 'number' ? `> ${exclusiveMinimum}` : rangeOf(minimum, maximum);
  const length = rangeOf(minLength, maxLength);
  const parts = [typeof format === 'string' ? format : '', least, length && `${length} characters`];
  const shown = parts.filter((part) => part !== '');
  return shown.length > 0 ? ` (${shown.join(', ')})` : '';
}

function rangeOf(from: unknown, to: unknown): string {
  const isUpper = typeof to === 'number' && to <= maxShownLimit;
  if (typeof from === 'number') return isUpper ? `${from}–${to}` : `≥ ${from}`;
  return isUpper ? `≤ ${to}` : '';
}
