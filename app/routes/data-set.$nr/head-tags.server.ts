import { z } from 'zod';

import type { DataSet } from '@domain/api/search';
import { licenceAddress } from '@domain/licences';
import { fieldIds } from '@domain/metadata/field-ids';

import type { HeadTag } from '~/components/frame/page-head';

import { type Cited, creatorsOf } from './cited.server';

type Described = Pick<DataSet, 'row' | 'fields'> & { cited: Cited };
type Creator = Pick<Cited['creators'][number], 'name' | 'orcid' | 'affiliation'>;

/**
 * Tags of the page's head: Dublin Core (https://www.dublincore.org/specifications/dublin-core/dc-html/) and those that
 * Google Scholar and reference managers read (https://scholar.google.com/intl/en/scholar/inclusion.html#indexing).
 */
export function headTags({ row, fields, cited }: Described, origin: string): HeadTag[] {
  const titles = row.titles.map((title, index) => ({ title, language: row.titleLanguages[index] || undefined }));
  const keywords = fields.find(({ id }) => id === fieldIds.keyword)?.values ?? [];
  const creators: readonly Creator[] = creatorsOf(cited, row);
  const { issued } = cited;
  const publisher = cited.publisher.name || 'Motothek';
  const tags: HeadTag[] = [
    ...titles.map(({ title, language }): HeadTag => ['DC.title', title, language]),
    ...creators.map(({ name }): HeadTag => ['DC.creator', name]),
    ['DC.publisher', publisher],
    ['DC.date', issued],
    ['DC.type', 'Dataset'],
    ['DC.identifier', row.doiUrl],
    ['DC.language', cited.language],
    ...keywords.map((keyword): HeadTag => ['DC.subject', keyword]),
    ...row.rights.map((right): HeadTag => ['DC.rights', licenceAddress(right, origin)]),
    ['citation_title', titles[0]?.title ?? row.doi, titles[0]?.language],
    ...creators.flatMap(citationAuthor),
    ['citation_publication_date', issued.replaceAll('-', '/')],
    // A test DOI must not be cited.
    ['citation_doi', row.doiIsTest ? '' : row.doi],
    ['citation_publisher', publisher],
    ['citation_language', titles[0]?.language ?? ''],
    ...keywords.map((keyword): HeadTag => ['citation_keywords', keyword]),
  ];
  return tags.filter(([, content]) => content !== '');
}

/** The institutions and the ORCID iD of an author follow the name. */
function citationAuthor({ name, orcid, affiliation }: Creator): HeadTag[] {
  return [
    ['citation_author', name],
    ...affiliation.map((one): HeadTag => ['citation_author_institution', one.name]),
    ...(orcid ? [['citation_author_orcid', orcid] as const] : []),
  ];
}

/** Files that the page names in its `Link` header. More would make it too long for clients. */
const maxLinkedFiles = 20;

const DownloadsSchema = z
  .array(z.object({ contentUrl: z.string(), encodingFormat: z.string() }))
  .transform((files) =>
    files.map(({ contentUrl, encodingFormat }) => ({ address: contentUrl, mediaType: encodingFormat })),
  )
  .catch([]);

/** The files that everybody may have. */
export function linkedFiles({ linkedData }: Pick<DataSet, 'linkedData'>): { address: string; mediaType: string }[] {
  return DownloadsSchema.parse(linkedData.distribution).slice(0, maxLinkedFiles);
}
