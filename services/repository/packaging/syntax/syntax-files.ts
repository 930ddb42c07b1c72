import type { Language } from '@domain/language';
import { fillText, oneLine } from '@domain/text';

import type { DataSetContents } from '../data-set-contents';
import { describeColumns } from '../describe-columns';
import { describeVariables, type MeasureColumns } from '../sav/describe-variables';
import { tableFileName } from '../table-files';
import { packageTexts } from '../texts';
import type { PackageFile } from '../zip-stream';
import { pythonScript } from './python-script';
import { rScript } from './r-script';
import { spssSyntax, type SpssTable } from './spss-syntax';

/** Scripts that read the csv files of a data set with labels in a language. Those in English have no ending for it. */
export function syntaxFiles(
  { record, tables }: DataSetContents,
  measure: MeasureColumns,
  language: Language,
): PackageFile[] {
  const { title, apostrophes, r, python, spss } = packageTexts[language].syntax;
  const about = oneLine(fillText(title, { nr: record.nr, title: record.row.titles[0] ?? '' }));
  const readable = tables
    .filter(({ columns }) => columns.length > 0)
    .map((table) => ({ table, name: table.name, path: `data/${tableFileName(tables, table)}.csv` }));
  const described = readable.map(({ table, name, path }) => ({
    name,
    path,
    columns: describeColumns(record.kind, table, language),
  }));
  const path = `read-data${language === 'en' ? '' : `.${language}`}`;
  const forSpss = async function* () {
    const measured: SpssTable[] = [];
    for (const { table, ...named } of readable) {
      const measures = await measure(table);
      measured.push({ ...named, variables: describeVariables(record.kind, table.columns, measures, language) });
    }
    yield spssSyntax(measured, [about, spss, apostrophes]);
  };
  return [
    { path: `${path}.R`, content: () => [rScript(described, [about, r, apostrophes])] },
    { path: `${path}.py`, content: () => [pythonScript(described, [about, python, apostrophes])] },
    { path: `${path}.sps`, content: forSpss },
  ];
}
