import type { DataciteRecord } from '../doi/datacite-record';
import { cleanText, textIn, type XmlElement } from '../xml';

export const dublinCoreSchema = {
  namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
  location: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
};

/** A data set as unqualified Dublin Core, made from its description for DataCite; `address` is its page. */
export function toDublinCore(record: DataciteRecord, address: string): XmlElement {
  const { namespace, location } = dublinCoreSchema;
  const elements = {
    title: record.titles.map(({ title, lang }) => textIn(lang, title)),
    creator: record.creators.map(({ name }) => cleanText(name)),
    subject: record.subjects.map(({ subject, lang }) => textIn(lang, subject)),
    description: record.descriptions.map(({ description, lang }) => textIn(lang, description)),
    publisher: cleanText(record.publisher.name),
    contributor: record.contributors.map(({ name }) => cleanText(name)),
    date: cleanText(dateOf(record)),
    // The term of the DCMI Type Vocabulary.
    type: 'Dataset',
    format: record.formats.map(cleanText),
    identifier: [...(record.doi ? [`https://doi.org/${record.doi}`] : []), address].map(cleanText),
    language: record.language ? cleanText(record.language) : [],
    relation: record.relatedIdentifiers.map(({ relatedIdentifier, relatedIdentifierType }) =>
      cleanText(relatedIdentifierType === 'DOI' ? `https://doi.org/${relatedIdentifier}` : relatedIdentifier),
    ),
    coverage: [
      ...record.geoLocations.map(({ geoLocationPlace }) => geoLocationPlace),
      ...record.dates.flatMap(({ date, dateType }) => (dateType === 'Collected' ? [date] : [])),
    ].map(cleanText),
    rights: record.rightsList.flatMap(({ rights, rightsUri, lang }) => [
      textIn(lang, rights),
      ...(rightsUri ? [cleanText(rightsUri)] : []),
    ]),
  };
  return {
    'oai_dc:dc': {
      '@': {
        'xmlns:oai_dc': namespace,
        'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': `${namespace} ${location}`,
      },
      ...Object.fromEntries(Object.entries(elements).map(([name, values]) => [`dc:${name}`, values])),
    },
  };
}

/** The day of issue, or the year of publication. */
function dateOf({ dates, publicationYear }: DataciteRecord): string {
  return dates.find(({ dateType }) => dateType === 'Issued')?.date ?? publicationYear;
}
