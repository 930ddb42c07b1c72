import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname);
const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'));

test('dark colours are for screens alone, because paper is white', () => {
  const queries = sheets.flatMap((name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(/@media[^{]*prefers-color-scheme[^{]*/g)].map(
      ([query]) => query.trim(),
    ),
  );
  expect(queries).toEqual(['@media screen and (prefers-color-scheme: dark)']);
});
