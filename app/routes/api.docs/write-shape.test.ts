import { expect, test } from 'vitest';

import { writeShape } from './write-shape';

const text = (schema: Record<string, unknown>) =>
  writeShape(schema)
    .map((part) => (typeof part === 'string' ? part : `<${part.shape}>`))
    .join('');

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'integer', minimum: 1, maximum: 200 }, 'integer (1–200)'],
  [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'integer (≥ 0)'],
  [{ type: 'integer', exclusiveMinimum: 0, maximum: 2 ** 31 - 1 }, 'integer (> 0)'],
  [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
  [{ type: 'string', maxLength: 40 }, 'string (≤ 40 characters)'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ const: true }, 'true'],
  [{ $ref: '#/components/schemas/Row' }, '<Row>'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }], items: { $ref: '#/x/Row' } }, '[string, …<Row>[]]'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{\n  [name]: number\n}'],
  [{}, 'any'],
])('%j is written as %s', (schema, written) => {
  expect(text(schema)).toBe(written);
});

test('members are indented, and those that may be missing are marked', () => {
  const inner = { type: 'object', properties: { b: { type: 'string' } } };
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'array', items: inner } } };
  expect(text(schema)).toBe('{\n  a: {\n    b?: string\n  }[]\n}');
});

test('what a member means is written above it, in lines that are not too long', () => {
  const long = `${'Counted by the rules of COUNTER, '.repeat(5)}without robots.`;
  const schema = {
    type: 'object',
    required: ['a', 'b'],
    properties: {
      a: { type: 'string', description: 'Its name.' },
      b: { type: 'object', properties: { c: { $ref: '#/x/Row', description: long } } },
    },
  };
  const lines = text(schema).split('\n');
  expect(lines.slice(0, 4)).toEqual(['{', '  // Its name.', '  a: string', '  b: {']);
  const comment = lines.filter((line) => line.startsWith('    // '));
  expect(comment.map((line) => line.slice(7)).join(' ')).toBe(long);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  expect(lines.slice(-3)).toEqual(['    c?: <Row>', '  }', '}']);
});
