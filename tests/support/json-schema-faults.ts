type Schema = Record<string, unknown>;

/**
 * Faults of a value by a JSON schema, for the keywords that DataCite's schema uses to name members:
 * type, enum, const, pattern, required, properties, additionalProperties, unevaluatedProperties, items,
 * minItems, uniqueItems, allOf and $ref.
 */
export function schemaFaults(root: Schema, value: unknown): string[] {
  return check(root, root, value, '');
}

function check(root: Schema, schema: Schema, value: unknown, at: string): string[] {
  const resolved = resolve(root, schema);
  const own = [...scalarFaults(resolved, value, at), ...objectFaults(root, resolved, value, at)];
  const parts = list(resolved.allOf).flatMap((part) => check(root, part, value, at));
  return [...own, ...parts, ...arrayFaults(root, resolved, value, at)].sort();
}

function resolve(root: Schema, schema: Schema): Schema {
  const reference = schema.$ref;
  if (typeof reference !== 'string') return schema;
  const target = reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Schema)[key], root);
  return resolve(root, target as Schema);
}

function scalarFaults(schema: Schema, value: unknown, at: string): string[] {
  const { type, pattern } = schema;
  const actual = Array.isArray(value) ? 'array' : typeof value;
  if (typeof type === 'string' && type !== actual) return [`${at}: not a ${type}`];
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    return [`${at}: not one of the enumeration`];
  if ('const' in schema && schema.const !== value) return [`${at}: not ${String(schema.const)}`];
  if (typeof pattern === 'string' && typeof value === 'string' && !new RegExp(pattern).test(value)) {
    return [`${at}: does not match ${pattern}`];
  }
  return [];
}

function objectFaults(root: Schema, schema: Schema, value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const members = value as Schema;
  const missing = (schema.required ?? []) as string[];
  const known = propertiesOf(root, schema);
  const closed = schema.additionalProperties === false || schema.unevaluatedProperties === false;
  return [
    ...missing.filter((name) => !(name in members)).map((name) => `${at}/${name}: missing`),
    ...Object.keys(members)
      .filter((name) => closed && !(name in known))
      .map((name) => `${at}/${name}: unknown`),
    ...Object.entries((schema.properties ?? {}) as Record<string, Schema>)
      .filter(([name]) => name in members)
      .flatMap(([name, property]) => check(root, property, members[name], `${at}/${name}`)),
  ];
}

/** Properties of a schema and of all its parts. */
function propertiesOf(root: Schema, schema: Schema): Schema {
  const parts = list(schema.allOf).map((part) => propertiesOf(root, resolve(root, part)));
  return Object.assign({}, ...parts, schema.properties) as Schema;
}

function arrayFaults(root: Schema, schema: Schema, value: unknown, at: string): string[] {
  if (!Array.isArray(value)) return [];
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
  const texts = value.map((item) => JSON.stringify(item));
  return [
    ...(value.length < least ? [`${at}: fewer than ${least} items`] : []),
    ...(schema.uniqueItems === true && new Set(texts).size < texts.length ? [`${at}: an item twice`] : []),
    ...value.flatMap((item, index) =>
      schema.items ? check(root, schema.items as Schema, item, `${at}/${index}`) : [],
    ),
  ];
}

function list(value: unknown): Schema[] {
  return Array.isArray(value) ? (value as Schema[]) : [];
}
