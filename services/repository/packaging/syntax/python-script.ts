import { oneLine } from '@domain/text';

import { fullLabel } from '../describe-columns';
import type { SyntaxTable } from './syntax-table';

/** Python with pandas: reads each csv as a data frame, with labels in its attributes and codes as categories. */
export function pythonScript(tables: readonly SyntaxTable[], head: readonly string[]): string {
  return [
    ...head.map((line) => `# ${line}`.trimEnd()),
    '',
    'from pathlib import Path',
    '',
    'import pandas as pd',
    '',
    'folder = Path(__file__).resolve().parent',
    'tables = {}',
    ...tables.flatMap(readTable),
    '',
    'if __name__ == "__main__":',
    '    for name, table in tables.items():',
    '        print(name)',
    '        table.info()',
    '',
  ].join('\n');
}

function readTable({ name, path, columns }: SyntaxTable): string[] {
  const coded = columns.filter(({ codes }) => codes.length > 0);
  const units = columns.filter(({ unit }) => unit !== '');
  return [
    '',
    `# ${oneLine(name)}`,
    'table = pd.read_csv(',
    `    folder / ${text(path)},`,
    '    encoding="utf-8",',
    '    keep_default_na=False,',
    '    na_values=[""],',
    ...dictionary(
      '    dtype=',
      columns.map(({ key, type }) => [key, type === 'number' ? 'float64' : 'string']),
      ',',
    ),
    ')',
    ...coded.flatMap(({ key, codes }) => [
      ...dictionary(
        'codes = ',
        codes.map(({ code, label }) => [code, label]),
      ),
      `table[${text(key)}] = pd.Categorical(table[${text(key)}], categories=list(codes)).rename_categories(codes)`,
    ]),
    ...dictionary(
      'table.attrs["labels"] = ',
      columns.map((column) => [column.key, fullLabel(column)]),
    ),
    ...dictionary(
      'table.attrs["units"] = ',
      units.map(({ key, unit }) => [key, unit]),
    ),
    `tables[${text(name)}] = table`,
  ];
}

function dictionary(start: string, entries: [string, string][], end = ''): string[] {
  const indent = /^ */.exec(start)![0];
  return [
    `${start}{`,
    ...entries.map(([key, value]) => `${indent}    ${text(key)}: ${text(value)},`),
    `${indent}}${end}`,
  ];
}

/** A text in Python. The escapes of JSON are among those of Python. */
function text(value: string): string {
  return JSON.stringify(value);
}
