import assert from 'node:assert/strict';

import { SaxesParser } from 'saxes';

import { PublicCorrectionSchema } from '@domain/api/metadata-corrections';
import { PublishedFilesSchema } from '@domain/api/published-files';
import { DataSetSchema, SearchAnswerSchema } from '@domain/api/search';
import { DataSetVersionsSchema } from '@domain/api/versions';
import { DataciteAttributesSchema } from '@domain/datacite';
import { fieldIds } from '@domain/metadata/field-ids';

import { readHarvestAnswer } from './ask-harvest';
import type { DataciteRecords } from './datacite-rules';
import { readZip } from './read-zip';

/** What a place says about a data set, as far as it says it. Null if the data set is not there (any more). */
export interface Told {
  title?: string;
  /** 'Family, Given', in their order. */
  authors?: string[];
  orcids?: string[];
  abstract?: string;
  keywords?: string[];
  /** Name, such as 'CC-BY 4.0'. */
  licence?: string;
  /** Beginning and end of the collection as DataCite has them: '2018-03/2019'. */
  collected?: string;
  /** Day of the last correction, yyyy-MM-dd; '' if there was none. */
  updated?: string;
  /** Notes of its corrections, the newest first. */
  corrections?: string[];
  /** End of the embargo as entered: '2027' or '2027-06-30'; '' without one. */
  available?: string;
  /** Its number among the versions; what the contributor typed, or '', while there is one. */
  version?: string;
  /** DataCite's relations to its other versions: 'IsNewVersionOf 10.12345/motothek.3f2a91.12'. */
  relations?: string[];
  /** Public numbers of all versions, the newest first. */
  versions?: number[];
  /** Public number of the newest version. */
  newest?: number;
  /** File names of the documents that go along with the data. */
  documents?: string[];
}

export const places = ['page', 'search', 'api', 'oai', 'package', 'datacite'] as const;
export type Place = (typeof places)[number];

/** A site as somebody without an account sees it. */
export interface Site {
  /** Its host name. */
  host: string;
  /** Asks for a path of it. */
  ask: (path: string, init?: RequestInit) => Response | Promise<Response>;
}

interface Sources extends Site {
  /** What DataCite has. */
  records: DataciteRecords;
  nr: number;
  /** DOI of the data set at DataCite. */
  doi: string;
}

/** Reads what each of the six places says about a data set. */
export async function readEverywhere(sources: Sources): Promise<Record<Place, Told | null>> {
  return {
    page: await readPage(sources),
    search: await readSearch(sources),
    api: await readApi(sources),
    oai: await readOai(sources),
    package: await readPackage(sources),
    datacite: readDatacite(sources),
  };
}

/**
 * Fails unless all six places say the same about a data set, each as far as it says it, and with `expected` this, which
 * at least one of them says. Places in `without` do not have it. Returns what they say together.
 */
export async function expectSameEverywhere(
  sources: Sources,
  expected: Told = {},
  without: readonly Place[] = [],
): Promise<Told> {
  const told = await readEverywhere(sources);
  const missing = places.filter((place) => told[place] === null);
  assert.deepEqual({ missing }, { missing: places.filter((place) => without.includes(place)) });
  const untold = Object.keys(expected).filter((name) => !places.some((place) => name in (told[place] ?? {})));
  assert.deepEqual({ untold }, { untold: [] });
  const all: Told = Object.assign({}, ...places.map((place) => told[place] ?? {}), expected);
  for (const place of places) {
    const own = told[place];
    if (own) assert.deepEqual({ place, ...own }, { place, ...pick(all, Object.keys(own)) });
  }
  return all;
}

function pick(told: Told, names: string[]): Told {
  return Object.fromEntries(Object.entries(told).filter(([name]) => names.includes(name)));
}

async function readPage({ ask, nr }: Sources): Promise<Told | null> {
  // With a query of its own, so that no page of the cache is read.
  const response = await ask(`/data-set/${nr}?read=${crypto.randomUUID()}`);
  if (response.status === 404 || response.status === 410) return null;
  const html = await response.text();
  const tags = metaTags(html);
  const [, newest] = /\/data-set\/(\d+)>; rel="latest-version"/.exec(response.headers.get('Link') ?? '') ?? [];
  const notes = [...html.matchAll(/<p class="correction-note[^"]*"[^>]*>([^]*?)<\/p>/g)].map(([, note = '']) => note);
  return {
    title: tags('citation_title')[0],
    authors: tags('citation_author'),
    orcids: tags('citation_author_orcid').map(lastPart),
    abstract: tags('description')[0],
    keywords: tags('DC.subject'),
    licence: licenceNamed(tags('DC.rights')[0] ?? ''),
    corrections: notes.map(withoutTags),
    newest: newest === undefined ? nr : Number(newest),
    ...readSections(html, nr),
  };
}

/** What the sections of a page tell; there are files once the data is public. */
function readSections(html: string, nr: number): Told {
  const rows = (name: string) => {
    const [, section] = new RegExp(`<section aria-labelledby="${name}">([^]*?)</section>`).exec(html) ?? [];
    return section === undefined
      ? null
      : [...section.matchAll(/<th scope="row"[^>]*>([^]*?)<\/th>/g)].map(([, head = '']) => head);
  };
  const files = rows('files');
  return {
    versions: (rows('versions') ?? []).map((head) => Number(/\/data-set\/(\d+)/.exec(head)?.[1] ?? nr)),
    ...(files ? { documents: files.map(withoutTags).filter((name) => /\.(txt|md|pdf)$/.test(name)) } : {}),
  };
}

const withoutTags = (html: string) => html.replace(/<[^>]+>/g, '').trim();

/** Contents of the meta elements of a page, by name. */
function metaTags(html: string): (name: string) => string[] {
  const found: [string, string][] = [];
  const parser = new SaxesParser();
  parser.on('error', () => {});
  parser.on('opentag', ({ name: tag, attributes }) => {
    const { name = '', content = '' } = attributes as Record<string, string>;
    if (tag === 'meta') found.push([name, content]);
  });
  parser.write(html).close();
  return (wanted) => found.flatMap(([name, content]) => (name === wanted ? [content] : []));
}

async function readSearch({ ask, nr }: Sources): Promise<Told | null> {
  const [, ...rows] = SearchAnswerSchema.parse(await (await ask('/api/search?q=')).json());
  const row = rows.find((one) => one.nr === nr);
  if (!row) return null;
  // What is found by its title is not an older state of the index.
  const words = new URLSearchParams({ q: `"${row.titles[0] ?? ''}"` });
  const [, ...found] = SearchAnswerSchema.parse(await (await ask(`/api/search?${words}`)).json());
  assert(found.some((one) => one.nr === nr));
  return { title: row.titles[0], authors: row.authors, licence: row.rights[0], newest: nr };
}

async function readApi({ ask, nr }: Sources): Promise<Told | null> {
  const response = await ask(`/api/search/metadata/${nr}`, { headers: { 'Accept-Language': 'en' } });
  if (response.status !== 200) return null;
  const { fields, row, corrections, datacite, citation, notYet } = DataSetSchema.parse(await response.json());
  const valuesOf = (id: number) => fields.find((field) => field.id === id)?.values ?? [];
  assert(citation.includes(row.titles[0] ?? ''));
  const attributes = readAttributes(datacite);
  // The day, where DataCite gets the year or month if no day was entered.
  if (notYet?.until) assert(notYet.until.startsWith(attributes.available || '-'));
  return {
    ...attributes,
    title: row.titles[0],
    authors: row.authors,
    orcids: valuesOf(fieldIds.orcid),
    abstract: valuesOf(fieldIds.abstract)[0],
    keywords: valuesOf(fieldIds.keyword),
    licence: valuesOf(fieldIds.licence)[0],
    corrections: corrections.map(({ note }) => note),
    ...(await readVersions(ask, nr)),
    ...(await readDocuments(ask, nr)),
  };
}

async function readVersions(ask: Site['ask'], nr: number): Promise<Told> {
  const response = await ask(`/api/search/versions/${nr}`);
  const { newest, versions } = DataSetVersionsSchema.parse(await response.json());
  const own = versions.find((version) => version.nr === nr);
  return {
    newest,
    versions: versions.map((version) => version.nr),
    ...(versions.length > 1 ? { version: String(own?.version) } : {}),
  };
}

async function readDocuments(ask: Site['ask'], nr: number): Promise<Told> {
  const response = await ask(`/api/search/data/${nr}/files`);
  if (response.status !== 200) return {};
  const files = PublishedFilesSchema.parse(await response.json());
  return { documents: files.flatMap(({ table, fileName }) => (table === null ? [fileName] : [])) };
}

async function readOai({ ask, host, nr }: Sources): Promise<Told | null> {
  const identifier = `oai:${host}:data-set/${nr}`;
  const query = new URLSearchParams({ verb: 'GetRecord', identifier, metadataPrefix: 'oai_datacite' });
  const { xml, error } = await readHarvestAnswer(await ask(`/oai?${query}`));
  if (error !== undefined || /<header status="deleted">/.test(xml)) return null;
  const texts = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, text = '']) => plain(text));
  return {
    title: texts(/<title(?: xml:lang="\w*")?>([^<]*)</g)[0],
    authors: texts(/<creatorName[^>]*>([^<]*)</g),
    abstract: texts(/<description descriptionType="Abstract"[^>]*>([^<]*)</g)[0],
    licence: licenceNamed(/rightsURI="([^"]*)"/.exec(xml)?.[1] ?? ''),
    collected: texts(/<date dateType="Collected">([^<]*)</g)[0],
    updated: texts(/<date dateType="Updated">([^<]*)</g)[0] ?? '',
    available: texts(/<date dateType="Available">([^<]*)</g)[0] ?? '',
    version: texts(/<version>([^<]*)</g)[0] ?? '',
    relations: [...xml.matchAll(/<relatedIdentifier ([^>]*)>([^<]*)</g)].flatMap(([, attributes = '', name = '']) =>
      versionRelation(/relationType="(\w+)"/.exec(attributes)?.[1] ?? '', plain(name)),
    ),
  };
}

async function readPackage({ ask, nr }: Sources): Promise<Told | null> {
  const response = await ask(`/api/search/data/${nr}/package`);
  if (response.status !== 200) return null;
  const files = await readZip(Buffer.from(await response.arrayBuffer()));
  const textOf = (ending: string) => {
    const found = [...files].find(([name]) => name.endsWith(ending));
    return found ? found[1].toString('utf8') : '';
  };
  const attributes = readAttributes(JSON.parse(textOf('/datacite.json')));
  assert(textOf('/citation.txt').includes(attributes.title));
  assert.equal((JSON.parse(textOf('/croissant.json')) as { name: string }).name, attributes.title);
  const corrections = PublicCorrectionSchema.array().parse(JSON.parse(textOf('/corrections.json') || '[]'));
  for (const { note } of corrections) assert(textOf('/corrections.de.csv').includes(note));
  const documents = [...files.keys()].flatMap((name) => /\/documents\/([^/]+)$/.exec(name)?.[1] ?? []);
  return { ...attributes, corrections: corrections.map(({ note }) => note), documents };
}

function readDatacite({ records, doi }: Sources): Told | null {
  const record = records.get(doi);
  return record?.state === 'findable' ? readAttributes(record.attributes) : null;
}

/** What DataCite's attributes say. */
function readAttributes(json: unknown): Told & { title: string } {
  // What has no value is sent as null, because DataCite keeps what an update omits.
  const stated = Object.fromEntries(Object.entries(json as object).filter(([, value]) => value !== null));
  const { creators, titles, descriptions, dates, rightsList, relatedIdentifiers, version } =
    DataciteAttributesSchema.parse(stated);
  const dateOf = (type: string) => dates.find(({ dateType }) => dateType === type)?.date ?? '';
  return {
    title: titles[0]?.title ?? '',
    authors: creators.map(({ name }) => name),
    orcids: creators.flatMap(({ nameIdentifiers = [] }) =>
      nameIdentifiers.map(({ nameIdentifier }) => lastPart(nameIdentifier)),
    ),
    abstract: descriptions.find(({ descriptionType }) => descriptionType === 'Abstract')?.description ?? '',
    licence: licenceNamed(rightsList[0]?.rightsUri ?? ''),
    collected: dateOf('Collected'),
    updated: dateOf('Updated'),
    available: dateOf('Available'),
    version: version ?? '',
    relations: relatedIdentifiers.flatMap(({ relationType, relatedIdentifier }) =>
      versionRelation(relationType, relatedIdentifier),
    ),
  };
}

const versionRelation = (type: string, name: string) => (/Version/.test(type) ? [`${type} ${name}`] : []);

const lastPart = (address: string) => address.slice(address.lastIndexOf('/') + 1);

function licenceNamed(address: string): string {
  if (address.includes('/by-sa/4.0')) return 'CC-BY-SA 4.0';
  return address.includes('/by/4.0') ? 'CC-BY 4.0' : 'SUFL 1.0';
}

function plain(xml: string): string {
  return xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
