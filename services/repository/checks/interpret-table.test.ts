import { expect, it } from 'vitest';

import { tableOf } from '../../../tests/support/checked-rows';
import type { StatementOptions, TableEngine } from '../context/table-engine';
import { interpretTable } from './interpret-table';

/** An engine that answers with texts, and the statements it was asked. */
function engineWith(texts: string[]) {
  const asked: { sql: string; options: StatementOptions | undefined }[] = [];
  const engine: TableEngine = {
    all: (sql, _values, options) => {
      asked.push({ sql, options });
      return Promise.resolve(texts.map((spelling) => ({ spelling })));
    },
    stream: async function* none() {},
    encode: async function* none() {},
    run: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { engine, asked };
}

it('reads the most frequent texts first, in an order that is always the same, in the time that is given', async () => {
  const { engine, asked } = engineWith(['standing long jump', 'nonsense']);
  const table = tableOf('raw', ['test_name|', 'test_unit|', 'test_value|']);
  const { columns } = await interpretTable(engine, 'rows', table, { timeoutMs: 1234 });
  expect(asked.map(({ options }) => options)).toEqual([{ timeoutMs: 1234 }, { timeoutMs: 1234 }]);
  for (const { sql } of asked) expect(sql).toMatch(/order by count\(\*\) desc, spelling\s+limit/);
  const codes = columns.find(({ target }) => target.key === 'test_name')?.unit.coding?.codes ?? [];
  expect(codes.map(({ code, spellings }) => [code, spellings])).toEqual([['slj', ['standing long jump']]]);
});
