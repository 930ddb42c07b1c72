import { cleanText, xmlBuilder, xmlDeclaration, type XmlElement } from '../xml';
import { dublinCoreSchema } from './dublin-core';
import type { HarvestError } from './harvest-error';
import { oaiDataciteSchema } from './oai-datacite';
import { formatSecond } from './period';
import type { HarvestPrefix } from './read-request';
import { recordIdentifier } from './record-identifier';
import { type HarvestSet, isOwnSet } from './sets';

const namespace = 'http://www.openarchives.org/OAI/2.0/';

/** Schemas of the metadata formats. */
const schemas: Record<HarvestPrefix, { namespace: string; location: string }> = {
  oai_dc: dublinCoreSchema,
  oai_datacite: oaiDataciteSchema,
};

/** What every answer repeats. */
export interface AnswerFrame {
  /** Address of the site. */
  origin: string;
  at: Date;
  /** Arguments of the request, which are repeated unless they are wrong. */
  given: URLSearchParams;
}

/** Address of the OAI-PMH service of a site. */
const baseUrl = (origin: string) => `${origin}/oai`;

export function writeAnswer({ origin, at, given }: AnswerFrame, content: XmlElement): string {
  return xmlBuilder.build({
    ...xmlDeclaration,
    'OAI-PMH': {
      '@': {
        xmlns: namespace,
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': `${namespace} ${namespace}OAI-PMH.xsd`,
      },
      responseDate: formatSecond(at),
      request: { '@': Object.fromEntries(given), '#text': baseUrl(origin) },
      ...content,
    },
  });
}

/** Addresses as `xs:anyURI` and harvesters take them. */
const address = /^[A-Za-z][\w+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=]+$/;

/** An answer with an error. Wrong verbs and arguments are not repeated (OAI-PMH, section 3.2). */
export function writeError({ given, ...frame }: AnswerFrame, { code, message }: HarvestError): string {
  const isWrong = code === 'badVerb' || code === 'badArgument';
  const repeated = [...given].flatMap(([name, value]) => {
    const isUnwritable = isWrong || (name === 'identifier' && !address.test(value));
    return isUnwritable ? [] : [[name, cleanText(value)]];
  });
  const error = { '@': { code }, '#text': message };
  return writeAnswer({ ...frame, given: new URLSearchParams(repeated) }, { error });
}

export interface Identity {
  origin: string;
  contactEmail: string;
  /** Time of the first record. */
  since: Date;
}

export function describeIdentity({ origin, contactEmail, since }: Identity): XmlElement {
  return {
    Identify: {
      repositoryName: 'Motothek',
      baseURL: baseUrl(origin),
      protocolVersion: '2.0',
      adminEmail: contactEmail,
      earliestDatestamp: formatSecond(since),
      deletedRecord: 'persistent',
      granularity: 'YYYY-MM-DDThh:mm:ssZ',
      compression: 'gzip',
      ...describeIdentifiers(origin),
    },
  };
}

/** Host names that the schema of oai-identifier allows: no numbers, and a dot. */
const identifierHost = /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+$/i;

function describeIdentifiers(origin: string): XmlElement {
  const { hostname } = new URL(origin);
  if (!identifierHost.test(hostname)) return {};
  const own = `${namespace}oai-identifier`;
  return {
    description: {
      'oai-identifier': {
        '@': { xmlns: own, 'xsi:schemaLocation': `${own} ${own}.xsd` },
        scheme: 'oai',
        repositoryIdentifier: hostname,
        delimiter: ':',
        sampleIdentifier: recordIdentifier(origin, 1),
      },
    },
  };
}

export function describeFormats(): XmlElement {
  const metadataFormat = Object.entries(schemas).map(([metadataPrefix, schema]) => ({
    metadataPrefix,
    schema: schema.location,
    metadataNamespace: schema.namespace,
  }));
  return { ListMetadataFormats: { metadataFormat } };
}

export function describeSets(sets: readonly HarvestSet[]): XmlElement {
  return { ListSets: { set: sets.map(({ spec, name }) => ({ setSpec: spec, setName: name })) } };
}

/** The header of a record; withdrawn ones have nothing else. */
export function writeHeader(
  origin: string,
  { nr, changedAt, isDeleted }: { nr: number; changedAt: Date; isDeleted: boolean },
  sets: readonly string[],
): XmlElement {
  return {
    ...(isDeleted ? { '@': { status: 'deleted' } } : {}),
    identifier: recordIdentifier(origin, nr),
    datestamp: formatSecond(changedAt),
    setSpec: sets.filter(isOwnSet),
  };
}
