import type { LanguageText } from '@domain/metadata/text-language';

import type { DescribedAgent, DescribedDataSet, DescribedFile } from './described-data-set';
import { withoutEmpty } from './json-ld';

/** Namespaces of the terms. Names are written with their prefix in JSON-LD and Turtle. */
export const prefixes = {
  adms: 'http://www.w3.org/ns/adms#',
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  org: 'http://www.w3.org/ns/org#',
  prov: 'http://www.w3.org/ns/prov#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;

/** Lists of the European Union that DCAT-AP requires (https://semiceu.github.io/DCAT-AP/releases/3.0.0/). */
const authority = 'http://publications.europa.eu/resource/authority';
const iri = (id: string) => ({ '@id': id });
/** 'Education, culture and sport', and 'Health'. */
const themes = ['EDUC', 'HEAL'].map((theme) => iri(`${authority}/data-theme/${theme}`));
const languageCodes: Record<string, string> = { en: 'ENG', de: 'DEU' };

/**
 * A data set by DCAT-AP 3 as JSON-LD. Its context is part of it, so programs need nothing else. `toTurtle` writes the
 * same statements as Turtle.
 */
export function toDcat(dataSet: DescribedDataSet): Record<string, unknown> {
  const { id, page, origin, version, licences } = dataSet;
  return withoutEmpty({
    '@context': prefixes,
    '@id': id,
    '@type': 'dcat:Dataset',
    'dct:title': dataSet.titles.map(literal),
    'dct:description': [literal(dataSet.description)],
    'dct:identifier': id,
    // With a test DOI the page is what names the data set, which is no document.
    'dcat:landingPage': id === page ? undefined : { '@id': page, '@type': 'foaf:Document' },
    'dct:creator': dataSet.creators.map(agentOf),
    'dct:publisher': { '@type': 'foaf:Organization', 'foaf:name': dataSet.publisher },
    'dcat:contactPoint': {
      '@type': 'vcard:Organization',
      'vcard:fn': 'Motothek',
      'vcard:hasURL': iri(`${origin}/info/support`),
    },
    'dct:issued': dateOf(dataSet.issued),
    'dct:modified': dateOf(dataSet.modified),
    'dct:temporal': periodOf(dataSet.collected),
    'dct:spatial': dataSet.places.map((place) => ({ '@type': 'dct:Location', 'skos:prefLabel': place })),
    'dct:language': languageOf(dataSet.language),
    'dcat:keyword': dataSet.keywords.map(literal),
    'dcat:theme': themes,
    'dct:license': licences.map((licence) => ({ '@id': licence, '@type': 'dct:LicenseDocument' })),
    'dct:accessRights': iri(`${authority}/access-right/${accessOf(dataSet)}`),
    'adms:status': dataSet.isWithdrawn ? iri(`${authority}/dataset-status/WITHDRAWN`) : undefined,
    'dcat:version': version,
    'dcat:previousVersion': dataSet.formerVersions.map(iri),
    'dcat:isVersionOf': dataSet.allVersions.map(iri),
    'prov:wasDerivedFrom': dataSet.sources.map(iri),
    'dct:relation': dataSet.works.map(iri),
    'dct:isReferencedBy': dataSet.citedBy.map(iri),
    'dcat:distribution': dataSet.files.map((file) => distributionOf(file, dataSet)),
  });
}

/** Under an embargo, or after a withdrawal, nobody may have the data, under a licence with a form not everybody. */
function accessOf({ isPublic, isOpen }: DescribedDataSet): string {
  if (!isPublic) return 'NON_PUBLIC';
  return isOpen ? 'PUBLIC' : 'RESTRICTED';
}

function literal({ text, language }: LanguageText): unknown {
  return language === '' ? text : { '@value': text, '@language': language };
}

function languageOf(code: string): object | undefined {
  if (code === '') return undefined;
  const listed = languageCodes[code];
  return iri(listed ? `${authority}/language/${listed}` : `http://id.loc.gov/vocabulary/iso639-1/${code}`);
}

/** A name with one part may be that of a person or of an organisation. */
function agentType(isPerson: boolean | null): string {
  if (isPerson === null) return 'foaf:Agent';
  return isPerson ? 'foaf:Person' : 'foaf:Organization';
}

function agentOf({ name, isPerson, given, family, orcid, affiliations }: DescribedAgent): object {
  return withoutEmpty({
    '@id': orcid,
    '@type': agentType(isPerson),
    'foaf:name': name,
    ...(isPerson ? { 'foaf:givenName': given, 'foaf:familyName': family } : {}),
    'org:memberOf': affiliations.map(({ name: of, ror }) =>
      withoutEmpty({ '@id': ror, '@type': 'foaf:Organization', 'foaf:name': of }),
    ),
  });
}

/** A date with the type of its precision. */
function dateOf(date: string): object | undefined {
  const type = { 4: 'gYear', 7: 'gYearMonth', 10: 'date' }[date.length];
  if (type === undefined) return undefined;
  return { '@value': date, '@type': `xsd:${type}` };
}

function periodOf(collected: string): object | undefined {
  const [start = '', end = start] = collected.split('/');
  if (start === '') return undefined;
  return { '@type': 'dct:PeriodOfTime', 'dcat:startDate': dateOf(start), 'dcat:endDate': dateOf(end) };
}

/** Files under a licence with a form have no address that everybody can use; the page leads to the form. */
function distributionOf(file: DescribedFile, { licences, page, isOpen }: DescribedDataSet): object {
  const { bytes } = file;
  return withoutEmpty({
    '@id': file.address,
    '@type': 'dcat:Distribution',
    'dct:title': file.name,
    'dcat:accessURL': iri(page),
    'dcat:downloadURL': isOpen ? iri(file.address) : undefined,
    'dcat:mediaType': iri(`https://www.iana.org/assignments/media-types/${file.mediaType}`),
    'dcat:byteSize': bytes === null ? undefined : { '@value': String(bytes), '@type': 'xsd:nonNegativeInteger' },
    'dct:license': licences.map(iri),
    'spdx:checksum': checksumOf(file),
  });
}

function checksumOf({ sha256 }: DescribedFile): object | undefined {
  if (sha256 === null) return undefined;
  return {
    '@type': 'spdx:Checksum',
    'spdx:algorithm': iri('spdx:checksumAlgorithm_sha256'),
    'spdx:checksumValue': { '@value': sha256, '@type': 'xsd:hexBinary' },
  };
}
