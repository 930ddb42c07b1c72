import { documentMediaType } from '@domain/api/documents';
import { tableMediaTypes } from '@domain/api/published-files';

import { withoutEmpty } from '../linked-data/json-ld';
import type { WrittenFile } from './bag';
import { type PackedDataSet, packedFormats, type PackedTable } from './pack-data-set';
import { type DescribedColumn, fullLabel } from './describe-columns';

/**
 * The context of Croissant 1.0 (https://docs.mlcommons.org/croissant/docs/croissant-spec.html, appendix 1) without its
 * `@language`, which would call the texts of contributors English.
 */
const context = {
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileProperty: 'cr:fileProperty',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

/** `croissant.json` of a data set (Croissant 1.0): its files, its tables with their fields, and lists of its codes. */
export function croissant({ nr, description, tables, documents }: PackedDataSet): object {
  const { id, titles, creators, keywords, licences, publisher, version, language, citation } = description;
  return withoutEmpty({
    '@context': context,
    '@type': 'sc:Dataset',
    '@id': id,
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: titles[0]?.text ?? `motothek-${nr}`,
    alternateName: titles.slice(1).map(({ text }) => text),
    description: description.description.text,
    url: description.page,
    ...(description.hasDoi ? { sameAs: id } : {}),
    citeAs: citation,
    creator: creators.map(({ name, isPerson, orcid }) =>
      withoutEmpty({ '@type': creatorType(isPerson), '@id': orcid, name }),
    ),
    publisher: { '@type': 'sc:Organization', name: publisher },
    datePublished: description.issued,
    dateModified: description.modified,
    license: licences,
    keywords: keywords.map(({ text }) => text),
    inLanguage: language,
    version: semanticVersion(version),
    distribution: [
      ...tables.flatMap(fileObjects),
      ...documents.map((file) => fileObject(file, documentMediaType(file.path))),
    ],
    recordSet: [...tables.map(recordSet), ...codeLists(tables)],
  });
}

/** Croissant recommends MAJOR.MINOR.PATCH; other forms are kept. */
function semanticVersion(version: string): string {
  return version === '' ? '1.0.0' : version.replace(/^(\d+)$/, '$1.0.0').replace(/^(\d+\.\d+)$/, '$1.0');
}

function fileObjects({ files }: PackedTable): object[] {
  return packedFormats.map((format) => fileObject(files[format], tableMediaTypes[format]));
}

function fileObject({ path, bytes, sha256 }: WrittenFile, encodingFormat: string): object {
  return {
    '@type': 'cr:FileObject',
    '@id': path,
    name: path.split('/').at(-1),
    contentUrl: path,
    contentSize: `${bytes} B`,
    encodingFormat,
    sha256,
  };
}

function recordSet({ name, fileName, columns, files }: PackedTable): object {
  return {
    '@type': 'cr:RecordSet',
    '@id': fileName,
    name: fileName,
    description: name,
    field: columns.map((column) => fieldOf(column, fileName, files.csv)),
  };
}

const dataTypes: Partial<Record<DescribedColumn['type'], string>> = { number: 'sc:Float', date: 'sc:Date' };

function fieldOf(column: DescribedColumn, table: string, csv: WrittenFile): object {
  const { key, type, codes } = column;
  return {
    '@type': 'cr:Field',
    '@id': `${table}/${key}`,
    name: key,
    description: fullLabel(column),
    dataType: dataTypes[type] ?? 'sc:Text',
    source: { fileObject: { '@id': csv.path }, extract: { column: key } },
    ...(codes.length > 0 ? { references: { field: { '@id': `codes/${key}/code` } } } : {}),
  };
}

/** The codes of each coded column once, though several tables may have it. */
function codeLists(tables: readonly PackedTable[]): object[] {
  const coded = tables.flatMap(({ columns }) => columns.filter(({ codes }) => codes.length > 0));
  return [...new Map(coded.map((column) => [column.key, column])).values()].map((column) => {
    const id = `codes/${column.key}`;
    const field = (name: string) => ({ '@type': 'cr:Field', '@id': `${id}/${name}`, name, dataType: 'sc:Text' });
    return {
      '@type': 'cr:RecordSet',
      '@id': id,
      name: id,
      description: `Codes of ${fullLabel(column)}`,
      dataType: 'sc:Enumeration',
      key: { '@id': `${id}/code` },
      field: [field('code'), { ...field('label'), dataType: ['sc:Text', 'sc:name'] }],
      data: column.codes.map(({ code, label }) => ({ [`${id}/code`]: code, [`${id}/label`]: label })),
    };
  });
}

/** A name with one part may be that of a person or of an organisation. */
function creatorType(isPerson: boolean | null): string {
  if (isPerson === null) return 'sc:Thing';
  return isPerson ? 'sc:Person' : 'sc:Organization';
}
