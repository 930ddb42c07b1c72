import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';

import type { DataSet, PublishedTables } from '@domain/api/search';
import type { RowWindow } from '@domain/api/uploads';
import type { DataSetVersions } from '@domain/api/versions';
import type { Language } from '@domain/language';
import { fieldIds } from '@domain/metadata/field-ids';
import { maxRowsWithoutForm } from '@domain/limits';
import { type NeighbourVersions, pageLinks } from '@domain/signposts';
import { nameOf, withTitlesFor } from '~/components/contributed-text';
import { useCopyButtons } from '~/components/data-set/use-copy-buttons';
import { ServerPart } from '~/components/frame/server-part';
import { readDataSetNorms } from '~/repository-client/norms';
import { listPublishedFiles } from '~/repository-client/published-files';
import {
  listPublishedTables,
  listRelated,
  readCorrections,
  readDataSet,
  readDistributions,
  readPublishedRows,
  readQuality,
  readUse,
} from '~/repository-client/search';
import { type ClientContext, orFailurePage, orNull, orWithoutRows } from '~/repository-client/transport';
import { listVersions, readOwnDataSet } from '~/repository-client/versions';

import { type ArticleParts, DataSetArticle } from './article.server';
import { type Cited, readCited } from './cited.server';
import { headTags, linkedFiles } from './head-tags.server';
import { Tombstone } from './tombstone.server';

const articleId = 'data-set';
/** Rows of the first table that the page shows: those that everybody may see of any data set. */
const rowsShown = maxRowsWithoutForm;

export const handle = {
  title: (loaded: unknown) => (loaded as Loaded | undefined)?.title ?? '',
  help: 'results',
  description: (loaded: unknown) => (loaded as Loaded | undefined)?.description ?? '',
  linkedData: (loaded: unknown) => (loaded as Loaded | undefined)?.linkedData ?? null,
  tags: (loaded: unknown) => (loaded as Loaded | undefined)?.tags ?? [],
};

/** Where the site is, and the language of the page. */
type Reader = Pick<ClientContext, 'origin' | 'language'>;

/** What the head of the page is made of. */
type Loaded = ReturnType<typeof describeHead | typeof describeTombstone>;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!/^[1-9]\d{0,8}$/.test(params.nr ?? '')) throw new Response(null, { status: 404 });
  const nr = Number(params.nr);
  const dataSet = await orFailurePage(readDataSet(context, nr));
  const { row, notYet, withdrawn } = dataSet;
  const cited = readCited(dataSet.datacite);
  if (withdrawn) {
    const versions = await orFailurePage(listVersions(context, nr));
    context.serverParts.set(articleId, <Tombstone {...{ dataSet, withdrawn, cited, versions }} />);
    // No signposts: nothing is left for programs to follow.
    return data(describeTombstone(dataSet, cited, context.language), {});
  }
  const isSignedIn = context.user !== null;
  const wanted = new URL(request.url).searchParams.get('corrections') ?? '';
  const [versions, corrections, own, parts] = await Promise.all([
    orFailurePage(listVersions(context, nr)),
    orFailurePage(readCorrections(context, dataSet, /^[1-9]\d{0,5}$/.test(wanted) ? Number(wanted) : 1)),
    isSignedIn ? orNull(readOwnDataSet(context, nr)) : null,
    notYet ? null : readParts(context, nr),
  ]);
  const { origin } = context;
  const shown = { dataSet, cited, origin, isSignedIn, versions, corrections, own, parts };
  context.serverParts.set(articleId, <DataSetArticle {...shown} />);
  const orcids = cited.creators.flatMap(({ orcid }) => orcid ?? []);
  const links = pageLinks(
    { row, origin },
    { orcids, files: linkedFiles(dataSet), versions: neighboursOf(nr, versions) },
  );
  return data(describeHead(dataSet, cited, context), { headers: { Link: links } });
}

/** The newest version and those beside one, for programs; null while there is one version. */
function neighboursOf(nr: number, { newest, versions }: DataSetVersions): NeighbourVersions | null {
  if (versions.length < 2) return null;
  const at = versions.findIndex((version) => version.nr === nr);
  return { latest: newest, predecessor: versions[at + 1]?.nr ?? null, successor: versions[at - 1]?.nr ?? null };
}

/** The head of the page of a withdrawn data set, which search engines are asked to forget. */
function describeTombstone({ row, citation }: DataSet, cited: Cited, language: Language) {
  const tags = headTags({ row: { ...row, rights: [] }, fields: [], cited }, '');
  return {
    title: nameOf(withTitlesFor(row, language)).text,
    description: citation,
    linkedData: null,
    tags: [...tags, ['robots', 'noindex'] as const],
  };
}

/** The head of the page for search engines and reference managers. The abstract describes it, otherwise the citation. */
function describeHead({ row, fields, citation, linkedData }: DataSet, cited: Cited, { origin, language }: Reader) {
  const abstract = fields.find(({ id }) => id === fieldIds.abstract)?.values[0];
  const tags = headTags({ row, fields, cited }, origin);
  const title = nameOf(withTitlesFor(row, language)).text;
  return { title, description: abstract ?? citation, linkedData, tags };
}

/** Signposts for programs go with the page. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Reads what the page shows besides the description of the data set, as far as it is available. */
async function readParts(context: ClientContext, nr: number): Promise<ArticleParts> {
  const listing = orFailurePage(listPublishedTables(context, nr));
  const [tables, firstRows, distributions, norms, quality, files, related, use] = await Promise.all([
    listing,
    listing.then((tables) => readFirstRows(context, nr, tables)),
    orNull(readDistributions(context, nr)),
    orNull(readDataSetNorms(context, nr)),
    orNull(readQuality(context, nr)),
    orNull(listPublishedFiles(context, nr)),
    orNull(listRelated(context, nr)),
    orNull(readUse(context, nr)),
  ]);
  return { tables, firstRows, distributions, norms, quality, files, related, use };
}

/** First rows of the first table; null while they are not available, or without a table. */
async function readFirstRows(context: ClientContext, nr: number, [first]: PublishedTables): Promise<RowWindow | null> {
  if (!first) return null;
  const window = { table: first.name, offset: 0, limit: rowsShown };
  return orFailurePage(orWithoutRows(readPublishedRows(context, nr, window)));
}

/**
 * Landing page of a data set, where its DOI leads: what it is, how it is cited and what can be done with it. While the
 * data is not public yet, it describes them (https://support.datacite.org/docs/landing-pages). Of a withdrawn data set it
 * says why nothing else is left.
 */
export default function DataSetPage() {
  useCopyButtons(articleId);
  return <ServerPart element="article" id={articleId} className="data-set" />;
}
