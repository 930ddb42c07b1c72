import { type DataciteAttributes, DataciteAttributesSchema, type DataciteName } from '@domain/datacite';

import type { DataSetRecord } from '../store/data-set-records';
import { type XmlElement as Element, xmlBuilder, xmlDeclaration } from '../xml';

/** A data set as DataCite describes it: the attributes of its DOI and, if registered, the DOI. */
export interface DataciteRecord extends DataciteAttributes {
  doi?: string;
}

/**
 * DataCite's JSON of a published data set; null until its DOI is created. A test DOI is left out, because it is not
 * known outside this site; `url` leads there. So is the size of the contributor's file, which records that were made by
 * former versions of this software still have.
 */
export function dataciteRecord({ doi, registrar, datacite }: DataSetRecord): DataciteRecord | null {
  const attributes = DataciteAttributesSchema.safeParse(datacite);
  if (!attributes.success) return null;
  const sizes = attributes.data.sizes.filter((size) => !size.endsWith(' bytes'));
  return { ...(registrar === 'datacite' && doi ? { doi } : {}), ...attributes.data, sizes };
}

const namespace = 'http://datacite.org/schema/kernel-4';

/** Version of DataCite's schema that the XML follows. */
export const dataciteSchemaVersion = '4.6';

/**
 * DataCite XML (kernel 4) with the same properties as `dataciteRecord`. A data set without a registered DOI is
 * identified by its URL.
 */
export function formatDataciteXml(record: DataciteRecord): string {
  return xmlBuilder.build({ ...xmlDeclaration, resource: dataciteResource(record) });
}

/** The element `resource` of DataCite XML. */
export function dataciteResource(record: DataciteRecord): Element {
  return {
    '@': {
      xmlns: namespace,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${namespace} https://schema.datacite.org/meta/kernel-4/metadata.xsd`,
    },
    ...mandatory(record),
    ...recommended(record),
    ...optional(record),
  };
}

function mandatory({ doi, url, creators, titles, publisher, publicationYear, types }: DataciteRecord): Element {
  return {
    identifier: doi ? text(doi, { identifierType: 'DOI' }) : text(url ?? '', { identifierType: 'URL' }),
    ...list('creators', 'creator', creators, (creator) => nameParts('creatorName', creator)),
    ...list('titles', 'title', titles, ({ title, titleType, lang }) => text(title, { titleType, 'xml:lang': lang })),
    publisher: text(publisher.name),
    publicationYear: text(publicationYear),
    resourceType: text(types.resourceType, { resourceTypeGeneral: types.resourceTypeGeneral }),
  };
}

function recommended(record: DataciteRecord): Element {
  return {
    ...list('subjects', 'subject', record.subjects, ({ subject, subjectScheme, schemeUri, lang }) =>
      text(subject, { subjectScheme, schemeURI: schemeUri, 'xml:lang': lang }),
    ),
    ...list('contributors', 'contributor', record.contributors, ({ contributorType, ...name }) => ({
      '@': { contributorType },
      ...nameParts('contributorName', name),
    })),
    ...list('dates', 'date', record.dates, ({ date, dateType }) => text(date, { dateType })),
    ...list(
      'relatedIdentifiers',
      'relatedIdentifier',
      record.relatedIdentifiers,
      ({ relatedIdentifier, ...attributes }) => text(relatedIdentifier, attributes),
    ),
    ...list('descriptions', 'description', record.descriptions, ({ description, descriptionType, lang }) =>
      text(description, { descriptionType, 'xml:lang': lang }),
    ),
    ...list('geoLocations', 'geoLocation', record.geoLocations, ({ geoLocationPlace }) => ({
      geoLocationPlace: text(geoLocationPlace),
    })),
  };
}

function optional(record: DataciteRecord): Element {
  const { language, version, alternateIdentifiers, sizes, formats, rightsList, fundingReferences } = record;
  return {
    ...single('language', language),
    ...list(
      'alternateIdentifiers',
      'alternateIdentifier',
      alternateIdentifiers,
      ({ alternateIdentifier, alternateIdentifierType }) => text(alternateIdentifier, { alternateIdentifierType }),
    ),
    ...list('sizes', 'size', sizes, (size) => text(size)),
    ...list('formats', 'format', formats, (format) => text(format)),
    ...single('version', version),
    ...list('rightsList', 'rights', rightsList, ({ rights, rightsUri, schemeUri, lang, ...identifier }) =>
      text(rights, { rightsURI: rightsUri, ...identifier, schemeURI: schemeUri, 'xml:lang': lang }),
    ),
    ...list('fundingReferences', 'fundingReference', fundingReferences, (funding) => ({
      funderName: text(funding.funderName),
      ...single('funderIdentifier', funding.funderIdentifier, { funderIdentifierType: funding.funderIdentifierType }),
      ...single('awardNumber', funding.awardNumber),
      ...single('awardTitle', funding.awardTitle),
    })),
  };
}

/** Parts of a creator or contributor, in the order of the schema. */
function nameParts(element: string, name: DataciteName): Element {
  const { nameType, givenName, familyName, nameIdentifiers = [], affiliation = [] } = name;
  return {
    [element]: text(name.name, { nameType }),
    ...single('givenName', givenName),
    ...single('familyName', familyName),
    nameIdentifier: nameIdentifiers.map(({ nameIdentifier, nameIdentifierScheme, schemeUri }) =>
      text(nameIdentifier, { nameIdentifierScheme, schemeURI: schemeUri }),
    ),
    affiliation: affiliation.map(({ name: named, schemeUri, ...identifier }) =>
      text(named, { ...identifier, schemeURI: schemeUri }),
    ),
  };
}

/** A list in its wrapper element; nothing if the list is empty. */
function list<Item>(wrapper: string, element: string, items: readonly Item[], write: (item: Item) => Element): Element {
  return items.length === 0 ? {} : { [wrapper]: { [element]: items.map(write) } };
}

function single(element: string, value: string | undefined, attributes?: Attributes): Element {
  return value ? { [element]: text(value, attributes) } : {};
}

type Attributes = Record<string, string | undefined>;

function text(value: string, attributes: Attributes = {}): Element {
  const known = Object.entries(attributes).filter(([, attribute]) => attribute !== undefined);
  return { '@': Object.fromEntries(known), '#text': storable(value) };
}

/** A text as allowed in XML 1.0: control characters become U+FFFD, carriage returns become line feeds. */
function storable(value: string): string {
  return (
    value
      .replace(/\r\n?/g, '\n')
      // eslint-disable-next-line no-control-regex -- these are the characters
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  );
}
