import { oneLine } from '@domain/text';

import type { DescribedColumn } from '../describe-columns';
import { fullLabel } from '../describe-columns';
import type { SyntaxTable } from './syntax-table';

/** R with nothing installed: reads each csv as a data frame, with labels as attributes and codes as factors. */
export function rScript(tables: readonly SyntaxTable[], head: readonly string[]): string {
  return [
    ...head.map((line) => `# ${line}`.trimEnd()),
    '',
    'tables <- list()',
    ...tables.flatMap(readTable),
    '',
    'str(tables)',
    '',
  ].join('\n');
}

function readTable({ name, path, columns }: SyntaxTable): string[] {
  const types = columns.map(({ key, type }) => `  ${text(key)} = ${type === 'number' ? '"numeric"' : '"character"'}`);
  return [
    '',
    `# ${oneLine(name)}`,
    'table <- read.csv(',
    `  ${text(path)},`,
    '  fileEncoding = "UTF-8", encoding = "UTF-8", check.names = FALSE, na.strings = "",',
    '  colClasses = c(',
    `${types.map((line) => `  ${line}`).join(',\n')}`,
    '  )',
    ')',
    ...columns.flatMap(describe),
    `tables[[${text(name)}]] <- table`,
  ];
}

function describe(column: DescribedColumn): string[] {
  const { key, unit, codes } = column;
  const cells = `table[[${text(key)}]]`;
  const list = (values: string[]) => `c(${values.map(text).join(', ')})`;
  return [
    ...(codes.length > 0
      ? [
          `${cells} <- factor(`,
          `  ${cells},`,
          `  levels = ${list(codes.map(({ code }) => code))},`,
          `  labels = ${list(codes.map(({ label }) => label))}`,
          ')',
        ]
      : []),
    `attr(${cells}, "label") <- ${text(fullLabel(column))}`,
    ...(unit === '' ? [] : [`attr(${cells}, "unit") <- ${text(unit)}`]),
  ];
}

/** A text in R. The escapes of JSON are among those of R. */
function text(value: string): string {
  return JSON.stringify(value);
}
