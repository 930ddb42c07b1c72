import { tableMediaTypes } from '@domain/api/published-files';
import { licenceAddress } from '@domain/licences';

import type { DescribedAgent } from '../../linked-data/described-data-set';
import { withoutEmpty } from '../../linked-data/json-ld';
import type { WrittenFile } from '../bag';
import type { PackedDataSet, PackedTable } from '../pack-data-set';
import { fullLabel } from '../describe-columns';

/** An entity of RO-Crate. */
export type CrateEntity = { '@id': string; '@type': string | string[] } & Record<string, unknown>;

/** A data set in a crate. Paths of its files begin at the crate. */
export interface CratePart extends PackedDataSet {
  /** Folder in the crate, without a slash at its end. */
  folder: string;
  files: readonly WrittenFile[];
}

export const reference = (id: string) => ({ '@id': id });

/** The folder of a data set with its files, variables, people and licences. Several parts may have the same people. */
export function partEntities(part: CratePart): CrateEntity[] {
  const { folder, files, tables, rights, description } = part;
  const variables = tables.flatMap((table) => variablesOf(part, table));
  return [
    {
      '@id': `${folder}/`,
      '@type': 'Dataset',
      ...aboutDataSet(part),
      hasPart: files.map(({ path }) => reference(path)),
      variableMeasured: variables.map((variable) => reference(variable['@id'])),
    },
    ...files.map((file) => fileEntity(part, file)),
    ...variables,
    ...description.creators.flatMap(agentEntities),
    ...rights.map((right) => licenceEntity(right, description.origin)),
  ];
}

/** What is said about a data set, for its folder and for a crate with it alone. */
export function aboutDataSet({ description, rights }: CratePart): Record<string, unknown> {
  const { id, page, titles, citation, origin, works, creators } = description;
  return withoutEmpty({
    name: titles[0]?.text ?? id,
    alternateName: titles.slice(1).map(({ text }) => text),
    description: description.description.text,
    identifier: id,
    'cite-as': id,
    url: page,
    creditText: citation,
    author: creators.map((creator) => reference(agentId(creator))),
    publisher: reference(publisherId(origin)),
    datePublished: description.issued,
    dateModified: description.modified,
    temporalCoverage: description.collected,
    inLanguage: description.language,
    keywords: description.keywords.map(({ text }) => text),
    version: description.version,
    license: rights.map((right) => reference(licenceAddress(right, origin))),
    citation: works.map(reference),
    isBasedOn: [...description.formerVersions, ...description.sources].map(reference),
    exampleOfWork: description.allVersions.map(reference),
    measurementTechnique: description.techniques,
  });
}

export const publisherId = (origin: string) => `${origin}/`;

const mediaTypes: Record<string, string> = {
  ...tableMediaTypes,
  json: 'application/json',
  xml: 'application/xml',
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  bib: 'application/x-bibtex',
  ris: 'application/x-research-info-systems',
  R: 'text/x-r',
  py: 'text/x-python',
  sps: 'text/plain',
};

function fileEntity({ folder, tables, documents }: CratePart, { path, bytes, sha256 }: WrittenFile): CrateEntity {
  const table = tables.find(({ files }) => Object.values(files).some((file) => `${folder}/${file?.path}` === path));
  const isDocument = documents.some((document) => `${folder}/${document.path}` === path);
  return {
    '@id': path,
    '@type': 'File',
    name: path.split('/').at(-1),
    ...(table ? { description: `Table ${table.name}, ${table.rowCount} rows` } : {}),
    ...(isDocument ? { description: "Document of the data set's contributor" } : {}),
    encodingFormat: mediaTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    contentSize: String(bytes),
    sha256,
    ...(table ? { variableMeasured: table.columns.map(({ key }) => reference(variableId(folder, table, key))) } : {}),
  };
}

function variableId(folder: string, { fileName }: PackedTable, key: string): string {
  return `#${folder}/${fileName}/${encodeURIComponent(key)}`;
}

function variablesOf({ folder }: CratePart, table: PackedTable): CrateEntity[] {
  return table.columns.map((column) => ({
    '@id': variableId(folder, table, column.key),
    '@type': 'PropertyValue',
    ...withoutEmpty({
      name: fullLabel(column),
      propertyID: column.key,
      unitText: column.unit,
      minValue: column.min ?? undefined,
      maxValue: column.max ?? undefined,
      valueReference: column.codes.map(({ code, label }) => `${code} = ${label}`),
    }),
  }));
}

/** An ORCID is the same person everywhere; others are told apart by their names. */
function agentId({ name, orcid }: DescribedAgent): string {
  return orcid || `#${encodeURIComponent(name)}`;
}

function agentEntities(agent: DescribedAgent): CrateEntity[] {
  const { name, isPerson, given, family, affiliations } = agent;
  const organizations = affiliations.map((one) => ({
    '@id': one.ror || `#${encodeURIComponent(one.name)}`,
    '@type': 'Organization',
    name: one.name,
  }));
  const type = isPerson === null ? 'Thing' : isPerson ? 'Person' : 'Organization';
  return [
    {
      '@id': agentId(agent),
      '@type': type,
      ...withoutEmpty({
        name,
        ...(isPerson ? { givenName: given, familyName: family } : {}),
        affiliation: organizations.map((one) => reference(one['@id'])),
      }),
    },
    ...organizations,
  ];
}

function licenceEntity(right: string, origin: string): CrateEntity {
  const address = licenceAddress(right, origin);
  return { '@id': address, '@type': 'CreativeWork', name: right, url: address };
}
