import { type MediaOffer, preferredOffer, weightOf } from './media-types';

/** Names of the formats in which a data set is described and cited. */
export const dataSetFormatNames = [
  'bibtex',
  'ris',
  'csl-json',
  'endnote',
  'apa',
  'text',
  'datacite-json',
  'datacite-xml',
  'schema-org',
  'dcat-json',
  'dcat-turtle',
] as const;
export type DataSetFormatName = (typeof dataSetFormatNames)[number];

/** Profile by which DCAT is told from other JSON-LD. */
const dcatProfile = 'http://www.w3.org/ns/dcat#';

interface FormatRule {
  /** A name, the same in every language. */
  label: string;
  extension: string;
  /** Its media type, then others by which it may be asked for. */
  types: readonly [MediaOffer, ...MediaOffer[]];
}

/** Media types as DataCite's resolver names them (https://support.datacite.org/docs/datacite-content-resolver). */
const rules: Record<DataSetFormatName, FormatRule> = {
  bibtex: { label: 'BibTeX', extension: 'bib', types: [{ type: 'application/x-bibtex' }] },
  ris: { label: 'RIS', extension: 'ris', types: [{ type: 'application/x-research-info-systems' }] },
  'csl-json': {
    label: 'CSL-JSON',
    extension: 'csl.json',
    types: [{ type: 'application/vnd.citationstyles.csl+json' }, { type: 'application/citeproc+json' }],
  },
  endnote: { label: 'EndNote', extension: 'enw', types: [{ type: 'application/x-endnote-refer' }] },
  apa: { label: 'APA', extension: 'apa.txt', types: [{ type: 'text/x-bibliography', parameters: { style: ['apa'] } }] },
  text: {
    label: 'DataCite',
    extension: 'txt',
    types: [{ type: 'text/x-bibliography', parameters: { style: ['datacite'] } }, { type: 'text/plain' }],
  },
  'datacite-json': {
    label: 'DataCite JSON',
    extension: 'json',
    types: [{ type: 'application/vnd.datacite.datacite+json' }],
  },
  'datacite-xml': {
    label: 'DataCite XML',
    extension: 'xml',
    types: [{ type: 'application/vnd.datacite.datacite+xml' }, { type: 'application/xml' }],
  },
  'schema-org': {
    label: 'schema.org JSON-LD',
    extension: 'jsonld',
    types: [{ type: 'application/ld+json' }, { type: 'application/vnd.schemaorg.ld+json' }],
  },
  'dcat-json': {
    label: 'DCAT JSON-LD',
    extension: 'dcat.jsonld',
    types: [{ type: 'application/ld+json', parameters: { profile: [dcatProfile] } }],
  },
  'dcat-turtle': { label: 'DCAT Turtle', extension: 'ttl', types: [{ type: 'text/turtle' }] },
};

/** A format with its media type. */
export interface DataSetFormat extends Pick<FormatRule, 'label' | 'extension'> {
  name: DataSetFormatName;
  type: MediaOffer;
}

function formatOf(name: DataSetFormatName, type: MediaOffer = rules[name].types[0]): DataSetFormat {
  const { label, extension } = rules[name];
  return { name, label, extension, type };
}

/** The formats that a data set has. DataCite's need a DOI. */
export function dataSetFormats({ hasDoi }: { hasDoi: boolean }): DataSetFormat[] {
  return dataSetFormatNames.filter((name) => hasDoi || !name.startsWith('datacite')).map((name) => formatOf(name));
}

/** Path of a data set in a format. */
export function formatPath(nr: number, name: DataSetFormatName): string {
  return `/api/search/metadata/${nr}.${rules[name].extension}`;
}

/** The format with a file extension ('csl.json'); null if there is none. */
export function formatOfExtension(extension: string): DataSetFormat | null {
  return dataSetFormats({ hasDoi: true }).find((format) => format.extension === extension) ?? null;
}

/** A file name for a data set in a format. */
export function formatFileName(nr: number, { extension }: Pick<DataSetFormat, 'extension'>): string {
  return `motothek-${nr}.${extension}`;
}

/** A media type with its parameters, as in `Content-Type`. */
export function writeMediaType({ type, parameters = {} }: MediaOffer): string {
  const written = Object.entries(parameters).map(([name, [value = '']]) =>
    /^[\w.+-]+$/.test(value) ? `${name}=${value}` : `${name}="${value}"`,
  );
  return [type, ...written].join('; ');
}

/** What an address of a data set can answer: a format, the API's own JSON, or the page. */
export type DataSetOffer = MediaOffer & ({ kind: 'format'; format: DataSetFormat } | { kind: 'json' | 'page' });

const pages = ['text/html', 'application/xhtml+xml'].map((type): DataSetOffer => ({ type, kind: 'page' }));
const json: DataSetOffer = { type: 'application/json', kind: 'json' };
const formatOffers = dataSetFormatNames.flatMap((name) =>
  rules[name].types.map((type): DataSetOffer => ({ ...type, kind: 'format', format: formatOf(name, type) })),
);
const offers: readonly DataSetOffer[] = [json, ...pages, ...formatOffers];

/** What the API answers to an `Accept` header, by default its own JSON; null if the header excludes everything. */
export function negotiateMetadata(accept: string | null | undefined): DataSetOffer | null {
  return preferredOffer(accept, offers);
}

/**
 * Where the address of the page leads a client that prefers another type to HTML: the path of the format; null for
 * browsers and for clients that ask for nothing that we have.
 */
export function formatInsteadOfPage(nr: number, accept: string | null): string | null {
  const offer = preferredOffer(accept, offers);
  if (!offer || offer.kind === 'page') return null;
  const weight = weightOf(accept, offer, offers);
  if (pages.some((page) => weightOf(accept, page, offers) >= weight)) return null;
  return offer.kind === 'format' ? formatPath(nr, offer.format.name) : `/api/search/metadata/${nr}`;
}
