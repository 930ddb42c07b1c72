import { oneLine } from '@domain/text';

import { cutUtf8, maxLabelBytes, maxValueLabelBytes, type SavVariable } from '../../row-formats/sav-variable';

/** A table for SPSS: the variables of its system file, which are those of its csv with the same names and labels. */
export interface SpssTable {
  name: string;
  /** Path of its csv from the syntax. */
  path: string;
  variables: readonly SavVariable[];
}

/** Syntax for SPSS and PSPP that reads each csv as a data set of its own, with labels. */
export function spssSyntax(tables: readonly SpssTable[], head: readonly string[]): string {
  return [
    '* Encoding: UTF-8.',
    ...head.filter((line) => line !== '').map((line) => `* ${line.replace(/\.?$/, '.')}`),
    '',
    'SET DECIMAL=DOT.',
    ...tables.flatMap(readTable),
    '',
  ].join('\n');
}

function readTable({ name, path, variables }: SpssTable, index: number): string[] {
  const labels = variables.filter(({ label }) => label !== '');
  return [
    '',
    `* ${oneLine(name)}.`,
    'GET DATA',
    '  /TYPE=TXT',
    `  /FILE=${text(path)}`,
    "  /ENCODING='UTF8'",
    '  /ARRANGEMENT=DELIMITED',
    '  /FIRSTCASE=2',
    `  /DELIMITERS=","`,
    `  /QUALIFIER='"'`,
    '  /VARIABLES=',
    ...variables.map(({ name: variable, width }) => `    ${variable} ${width === 0 ? 'F40.0' : `A${width}`}`),
    '  .',
    `DATASET NAME table${index + 1}.`,
    ...variables.flatMap(shownAs),
    ...command(
      'VARIABLE LABELS',
      labels.map(({ name: variable, label }) => [variable, label, maxLabelBytes]),
    ),
    ...variables.flatMap(valueLabelsOf),
    'EXECUTE.',
  ];
}

/** How numbers are shown. A width with decimals while they are read would move the point of whole numbers. */
function shownAs({ name, width, shown }: SavVariable): string[] {
  return width === 0 ? [`FORMATS ${name} (F${shown.width}.${shown.decimals}).`] : [];
}

function valueLabelsOf({ name, width, valueLabels }: SavVariable): string[] {
  const values = valueLabels.map(([value, label]): [string, string, number] => [
    width === 0 ? value : text(value),
    label,
    maxValueLabelBytes,
  ]);
  return command(`VALUE LABELS ${name}`, values);
}

function command(start: string, entries: [word: string, label: string, maxBytes: number][]): string[] {
  if (entries.length === 0) return [];
  return [
    start,
    ...entries.map(([word, label, maxBytes]) => `  ${word} ${text(cutUtf8(label, maxBytes).toString('utf8'))}`),
    '  .',
  ];
}

/** A text on one line; an apostrophe in it is doubled. */
function text(value: string): string {
  return `'${value.replace(/[\s\p{Cc}]+/gu, ' ').replaceAll("'", "''")}'`;
}
