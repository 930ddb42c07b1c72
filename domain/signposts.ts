import type { SearchRow } from './api/search';
import { type DataSetFormatName, dataSetFormats, formatPath } from './data-set-formats';
import { licenceAddress } from './licences';
import type { MediaOffer } from './media-types';

/** A link of a `Link` header (RFC 8288). */
interface Signpost {
  address: string;
  relation: string;
  type?: MediaOffer;
}

interface Described {
  row: Pick<SearchRow, 'nr' | 'doi' | 'doiUrl' | 'doiIsTest' | 'rights'>;
  origin: string;
}

/**
 * `Link` header of a landing page by the FAIR Signposting profile (https://signposting.org/FAIR/): what the data set is
 * cited as, its authors, kind, licences, and where programs find its descriptions, citations and files.
 */
export function pageLinks(
  described: Described,
  {
    orcids,
    files = [],
    versions = null,
  }: {
    orcids: readonly string[];
    files?: readonly { address: string; mediaType: string }[];
    versions?: NeighbourVersions | null;
  },
): string {
  return writeLinks([
    citedAs(described),
    ...versionLinks(described, versions),
    ...orcids.map((address) => ({ address, relation: 'author' })),
    { address: 'https://schema.org/Dataset', relation: 'type' },
    { address: 'https://schema.org/AboutPage', relation: 'type' },
    ...licences(described),
    ...files.map(({ address, mediaType }) => ({ address, relation: 'item', type: { type: mediaType } })),
    ...formats(described).map((link) => ({ ...link, relation: 'describedby' })),
  ]);
}

/** `Link` header of a file of a data set: the landing page that it belongs to. */
export function fileLinks({ nr, origin }: { nr: number; origin: string }): string {
  return writeLinks([{ address: `${origin}/data-set/${nr}`, relation: 'collection', type: { type: 'text/html' } }]);
}

/** Numbers of the newest version of a data set and of those beside one; null where there is none. */
export interface NeighbourVersions {
  latest: number;
  predecessor: number | null;
  successor: number | null;
}

/** The other versions by RFC 5829. */
function versionLinks({ origin }: Described, versions: NeighbourVersions | null): Signpost[] {
  if (!versions) return [];
  const { latest, predecessor, successor } = versions;
  const link = (relation: string, nr: number | null) =>
    nr === null ? [] : [{ address: `${origin}/data-set/${nr}`, relation }];
  return [
    ...link('latest-version', latest),
    ...link('predecessor-version', predecessor),
    ...link('successor-version', successor),
  ];
}

/** `Link` header of a description: the page that it describes, and the other formats. `own` is its own one. */
export function formatLinks(described: Described, own: DataSetFormatName | null): string {
  return writeLinks([
    { address: pageAddress(described), relation: 'describes', type: { type: 'text/html' } },
    citedAs(described),
    ...licences(described),
    ...formats(described, own).map((link) => ({ ...link, relation: 'alternate' })),
  ]);
}

/**
 * The address by which to cite (RFC 8574). A test DOI must not be cited, so without another one it is the address of the
 * page, which does not change either.
 */
function citedAs({ row, origin }: Described): Signpost {
  return { address: row.doiIsTest ? pageAddress({ row, origin }) : row.doiUrl, relation: 'cite-as' };
}

function pageAddress({ row, origin }: Described): string {
  return `${origin}/data-set/${row.nr}`;
}

function licences({ row, origin }: Described): Signpost[] {
  return row.rights.map((right) => ({ address: licenceAddress(right, origin), relation: 'license' }));
}

function formats({ row, origin }: Described, except: DataSetFormatName | null = null) {
  return dataSetFormats({ hasDoi: row.doi !== '' })
    .filter(({ name }) => name !== except)
    .map(({ name, type }) => ({ address: origin + formatPath(row.nr, name), type }));
}

function writeLinks(links: readonly Signpost[]): string {
  return links.map(writeLink).join(', ');
}

/** The parameters of a media type are not part of `type`; its profile has an attribute of its own. */
function writeLink({ address, relation, type }: Signpost): string {
  const profile = type?.parameters?.profile?.[0];
  return [
    `<${new URL(address).href}>`,
    `rel="${relation}"`,
    ...(type ? [`type="${type.type}"`] : []),
    ...(profile ? [`profile="${profile}"`] : []),
  ].join('; ');
}
