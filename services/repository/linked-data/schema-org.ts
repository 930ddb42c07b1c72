import type { DescribedAgent, DescribedDataSet, DescribedFile } from './described-data-set';
import { withoutEmpty } from './json-ld';

/**
 * A data set in the terms of schema.org (https://schema.org/Dataset) as search engines for data read them
 * (https://developers.google.com/search/docs/appearance/structured-data/dataset). Titles are plain texts, because these
 * engines do not read languages of texts.
 */
export function toSchemaOrg(dataSet: DescribedDataSet): Record<string, unknown> {
  const { id, page, origin, hasDoi, titles, files, citedBy } = dataSet;
  return withoutEmpty({
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': id,
    url: page,
    name: titles[0]?.text ?? id,
    alternateName: titles.slice(1).map(({ text }) => text),
    description: dataSet.description.text,
    // A test DOI is not registered, so it is left out.
    ...(hasDoi ? { identifier: id, sameAs: id } : {}),
    creator: dataSet.creators.map(creatorOf),
    funder: dataSet.funders.map(({ name, address }) => withoutEmpty({ '@type': 'Organization', '@id': address, name })),
    publisher: { '@type': 'Organization', name: dataSet.publisher },
    datePublished: dataSet.issued,
    dateModified: dataSet.modified,
    temporalCoverage: dataSet.collected,
    inLanguage: dataSet.language,
    spatialCoverage: dataSet.places,
    keywords: dataSet.keywords.map(({ text }) => text),
    license: dataSet.licences,
    version: dataSet.version,
    isBasedOn: [...dataSet.formerVersions, ...dataSet.sources],
    exampleOfWork: dataSet.allVersions.map((work) => ({ '@id': work })),
    citation: dataSet.works.map((work) => ({ '@id': work })),
    // schema.org has no name for being cited.
    '@reverse': citedBy.length > 0 ? { citation: citedBy.map((work) => ({ '@id': work })) } : undefined,
    measurementTechnique: dataSet.techniques,
    variableMeasured: dataSet.variables.map(({ key, label, unit }) =>
      withoutEmpty({ '@type': 'PropertyValue', name: label, propertyID: key, unitText: unit }),
    ),
    // Files under a licence with a form have no address that everybody can use.
    distribution: dataSet.isOpen ? files.map(downloadOf) : [],
    creativeWorkStatus: dataSet.isWithdrawn ? 'Withdrawn' : undefined,
    isAccessibleForFree: dataSet.isWithdrawn ? undefined : true,
    creditText: dataSet.citation,
    includedInDataCatalog: { '@type': 'DataCatalog', name: 'Motothek', url: `${origin}/` },
  });
}

/** A name with one part may be that of a person or of an organisation. */
function typeOf(isPerson: boolean | null): string | undefined {
  if (isPerson === null) return undefined;
  return isPerson ? 'Person' : 'Organization';
}

function creatorOf({ name, isPerson, given, family, orcid, affiliations }: DescribedAgent): object {
  return withoutEmpty({
    '@type': typeOf(isPerson),
    '@id': orcid,
    name,
    ...(isPerson ? { givenName: given, familyName: family } : {}),
    affiliation: affiliations.map((one) => withoutEmpty({ '@type': 'Organization', '@id': one.ror, name: one.name })),
  });
}

function downloadOf({ name, address, mediaType, bytes, sha256 }: DescribedFile): object {
  return withoutEmpty({
    '@type': 'DataDownload',
    name,
    contentUrl: address,
    encodingFormat: mediaType,
    contentSize: bytes === null ? undefined : `${bytes} B`,
    sha256: sha256 ?? undefined,
  });
}
