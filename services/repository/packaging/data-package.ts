import { documentMediaType } from '@domain/api/documents';
import { type TableFormat, tableMediaTypes } from '@domain/api/published-files';
import { licenceAddress } from '@domain/licences';

import { withoutEmpty } from '../linked-data/json-ld';
import type { WrittenFile } from './bag';
import { type DescribedColumn, fullLabel } from './describe-columns';
import type { PackedDataSet, PackedTable } from './pack-data-set';
import { licenceSlug } from './texts';

const profiles = 'https://datapackage.org/profiles/2.0';

/**
 * `datapackage.json` of a data set (Data Package 2.0, https://datapackage.org/standard/data-package/). `unit` is no
 * property of the standard, which allows further ones.
 */
export function dataPackage({ nr, rights, publishedAt, description, tables, documents }: PackedDataSet): object {
  const { id, page, titles, creators, keywords, version, origin } = description;
  return withoutEmpty({
    $schema: `${profiles}/datapackage.json`,
    name: `motothek-${nr}`,
    id,
    title: titles[0]?.text,
    description: description.description.text,
    homepage: page,
    version,
    created: publishedAt.toISOString(),
    keywords: keywords.map(({ text }) => text),
    licenses: rights.map((right) => ({ name: licenceSlug(right), path: licenceAddress(right, origin), title: right })),
    contributors: creators.map(({ name, given, family, orcid, affiliations }) =>
      withoutEmpty({
        title: name,
        givenName: given,
        familyName: family,
        path: orcid,
        organization: affiliations.map((one) => one.name).join('; '),
        roles: ['creator'],
      }),
    ),
    resources: [...tables.flatMap(resourcesOf), ...documents.map(documentResource)],
  });
}

function resourcesOf(table: PackedTable): object[] {
  const { csv, parquet, sav } = table.files;
  return [
    {
      ...resource(table.fileName, csv, 'csv'),
      $schema: `${profiles}/dataresource.json`,
      type: 'table',
      title: table.name,
      encoding: 'utf-8',
      dialect: { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true },
      schema: { $schema: `${profiles}/tableschema.json`, fields: table.columns.map(fieldOf), missingValues: [''] },
    },
    resource(`${table.fileName}-parquet`, parquet, 'parquet'),
    resource(`${table.fileName}-sav`, sav, 'sav'),
  ];
}

function documentResource({ path, bytes, sha256 }: WrittenFile, index: number) {
  return { name: `document-${index + 1}`, path, mediatype: documentMediaType(path), bytes, hash: `sha256:${sha256}` };
}

function resource(name: string, { path, bytes, sha256 }: WrittenFile, format: TableFormat) {
  return { name, path, format, mediatype: tableMediaTypes[format], bytes, hash: `sha256:${sha256}` };
}

/** Types of Table Schema. A month is 'yyyy-mm', a code a text. */
const types: Record<DescribedColumn['type'], string> = {
  number: 'number',
  text: 'string',
  code: 'string',
  date: 'date',
  month: 'yearmonth',
  year: 'year',
  none: 'string',
};

function fieldOf(column: DescribedColumn): object {
  const { key, unit, type, codes, min, max } = column;
  const constraints = { ...(min === null ? {} : { minimum: min }), ...(max === null ? {} : { maximum: max }) };
  return withoutEmpty({
    name: key,
    type: types[type],
    title: fullLabel(column),
    description: `Column of the contributor's file: ${column.source}`,
    unit,
    constraints: Object.keys(constraints).length > 0 ? constraints : undefined,
    categories: codes.map(({ code, label }) => ({ value: code, label })),
  });
}
