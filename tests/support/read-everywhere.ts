import { SaxesParser } from 'saxes';
import { expect } from 'vitest';

import { PublicCorrectionSchema } from '@domain/api/metadata-corrections';
import { DataSetSchema, SearchAnswerSchema } from '@domain/api/search';
import { DataciteAttributesSchema } from '@domain/datacite';
import { fieldIds } from '@domain/metadata/field-ids';

import type { DataciteServer } from './datacite-server';
import { askHarvest } from './ask-harvest';
import { readZip } from './read-zip';
import type { TestApi } from './test-api';
import type { TestWeb } from './test-web';

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
}

export const places = ['page', 'search', 'api', 'oai', 'package', 'datacite'] as const;
export type Place = (typeof places)[number];

interface Sources {
  api: TestApi;
  web: TestWeb;
  datacite: DataciteServer;
  nr: number;
  /** DOI of the data set at DataCite. */
  doi: string;
}

/** Reads what each of the six places says about a data set that everybody may have, as somebody without an account. */
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
 * Fails unless all six places say the same about a data set, each as far as it says it, and with `expected` this. Places
 * in `without` do not have it. Returns what they say together.
 */
export async function expectSameEverywhere(
  sources: Sources,
  expected: Told = {},
  without: readonly Place[] = [],
): Promise<Told> {
  const told = await readEverywhere(sources);
  const missing = places.filter((place) => told[place] === null);
  expect(missing, 'places without the data set').toEqual(places.filter((place) => without.includes(place)));
  const all: Told = Object.assign({}, ...places.map((place) => told[place] ?? {}), expected);
  for (const place of places) {
    const own = told[place];
    if (own) expect({ place, ...own }).toEqual({ place, ...pick(all, Object.keys(own)) });
  }
  return all;
}

function pick(told: Told, names: string[]): Told {
  return Object.fromEntries(Object.entries(told).filter(([name]) => names.includes(name)));
}

async function readPage({ web, nr }: Sources): Promise<Told | null> {
  // With a query of its own, so that no page of the cache is read.
  const response = await web.ask(`/data-set/${nr}?read=${crypto.randomUUID()}`);
  if (response.status === 404 || response.status === 410) return null;
  const html = await response.text();
  const tags = metaTags(html);
  const notes = [...html.matchAll(/<p class="correction-note[^"]*"[^>]*>([^]*?)<\/p>/g)].map(([, note = '']) => note);
  return {
    title: tags('citation_title')[0],
    authors: tags('citation_author'),
    orcids: tags('citation_author_orcid').map(lastPart),
    abstract: tags('description')[0],
    keywords: tags('DC.subject'),
    licence: licenceNamed(tags('DC.rights')[0] ?? ''),
    corrections: notes.map((note) => note.replace(/<[^>]+>/g, '').trim()),
  };
}

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

async function readSearch({ api, nr }: Sources): Promise<Told | null> {
  const [, ...rows] = SearchAnswerSchema.parse(await (await api.api.request('/api/search?q=')).json());
  const row = rows.find((one) => one.nr === nr);
  if (!row) return null;
  // What is found by its title is not an older state of the index.
  const words = new URLSearchParams({ q: `"${row.titles[0] ?? ''}"` });
  const [, ...found] = SearchAnswerSchema.parse(await (await api.api.request(`/api/search?${words}`)).json());
  expect(found.map((one) => one.nr)).toContain(nr);
  return { title: row.titles[0], authors: row.authors, licence: row.rights[0] };
}

async function readApi({ api, nr }: Sources): Promise<Told | null> {
  const response = await api.api.request(`/api/search/metadata/${nr}`, { headers: { 'Accept-Language': 'en' } });
  if (response.status !== 200) return null;
  const { fields, row, corrections, datacite, citation } = DataSetSchema.parse(await response.json());
  const valuesOf = (id: number) => fields.find((field) => field.id === id)?.values ?? [];
  expect(citation).toContain(row.titles[0]);
  return {
    ...readAttributes(datacite),
    title: row.titles[0],
    authors: row.authors,
    orcids: valuesOf(fieldIds.orcid),
    abstract: valuesOf(fieldIds.abstract)[0],
    keywords: valuesOf(fieldIds.keyword),
    licence: valuesOf(fieldIds.licence)[0],
    corrections: corrections.map(({ note }) => note),
  };
}

async function readOai({ api, nr }: Sources): Promise<Told | null> {
  const identifier = `oai:motothek.example:data-set/${nr}`;
  const { xml, error } = await askHarvest(api, { verb: 'GetRecord', identifier, metadataPrefix: 'oai_datacite' });
  if (error !== undefined || /<header status="deleted">/.test(xml)) return null;
  const texts = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, text = '']) => plain(text));
  return {
    title: texts(/<title(?: xml:lang="\w*")?>([^<]*)</g)[0],
    authors: texts(/<creatorName[^>]*>([^<]*)</g),
    abstract: texts(/<description descriptionType="Abstract"[^>]*>([^<]*)</g)[0],
    licence: licenceNamed(/rightsURI="([^"]*)"/.exec(xml)?.[1] ?? ''),
    collected: texts(/<date dateType="Collected">([^<]*)</g)[0],
    updated: texts(/<date dateType="Updated">([^<]*)</g)[0] ?? '',
  };
}

async function readPackage({ api, nr }: Sources): Promise<Told | null> {
  const response = await api.api.request(`/api/search/data/${nr}/package`);
  if (response.status !== 200) return null;
  const files = await readZip(Buffer.from(await response.arrayBuffer()));
  const textOf = (ending: string) => {
    const found = [...files].find(([name]) => name.endsWith(ending));
    return found ? found[1].toString('utf8') : '';
  };
  const attributes = readAttributes(JSON.parse(textOf('/datacite.json')));
  expect(textOf('/citation.txt')).toContain(attributes.title);
  expect((JSON.parse(textOf('/croissant.json')) as { name: string }).name).toBe(attributes.title);
  const corrections = PublicCorrectionSchema.array().parse(JSON.parse(textOf('/corrections.json') || '[]'));
  for (const { note } of corrections) expect(textOf('/corrections.de.csv')).toContain(note);
  return { ...attributes, corrections: corrections.map(({ note }) => note) };
}

function readDatacite({ datacite, doi }: Sources): Told | null {
  const record = datacite.records.get(doi);
  return record?.state === 'findable' ? readAttributes(record.attributes) : null;
}

/** What DataCite's attributes say. */
function readAttributes(json: unknown): Told & { title: string } {
  // What has no value is sent as null, because DataCite keeps what an update omits.
  const stated = Object.fromEntries(Object.entries(json as object).filter(([, value]) => value !== null));
  const { creators, titles, descriptions, dates, rightsList } = DataciteAttributesSchema.parse(stated);
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
  };
}

const lastPart = (address: string) => address.slice(address.lastIndexOf('/') + 1);

function licenceNamed(address: string): string {
  if (address.includes('/by-sa/4.0')) return 'CC-BY-SA 4.0';
  return address.includes('/by/4.0') ? 'CC-BY 4.0' : 'SUFL 1.0';
}

function plain(xml: string): string {
  return xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
