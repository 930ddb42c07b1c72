import { HarvestError } from './harvest-error';
import { type HarvestPeriod, readPeriod } from './period';

/** Metadata formats of OAI-PMH. */
export const harvestPrefixes = ['oai_dc', 'oai_datacite'] as const;
export type HarvestPrefix = (typeof harvestPrefixes)[number];

/** Verbs that list records, page by page. */
export type ListVerb = 'ListIdentifiers' | 'ListRecords';

/** What a list contains. */
export interface ListedRecords extends HarvestPeriod {
  verb: ListVerb;
  prefix: HarvestPrefix;
  /** Null for all records. */
  set: string | null;
}

export type HarvestRequest =
  | { verb: 'Identify' }
  | { verb: 'ListSets' }
  | { verb: 'ListMetadataFormats'; identifier: string | null }
  | { verb: 'GetRecord'; identifier: string; prefix: HarvestPrefix }
  | ({ token: null } & ListedRecords)
  | { verb: ListVerb; token: string };

interface Arguments {
  required?: readonly string[];
  optional?: readonly string[];
  /** Excludes all others. */
  exclusive?: 'resumptionToken';
}

const listArguments: Arguments = {
  required: ['metadataPrefix'],
  optional: ['from', 'until', 'set'],
  exclusive: 'resumptionToken',
};

/** Arguments of each verb (https://www.openarchives.org/OAI/openarchivesprotocol.html, section 4). */
const verbs = {
  Identify: {},
  ListMetadataFormats: { optional: ['identifier'] },
  ListSets: { exclusive: 'resumptionToken' },
  GetRecord: { required: ['identifier', 'metadataPrefix'] },
  ListIdentifiers: listArguments,
  ListRecords: listArguments,
} satisfies Record<string, Arguments>;
type Verb = keyof typeof verbs;

/** Reads the arguments of a request. Throws HarvestError. */
export function readRequest(given: URLSearchParams): HarvestRequest {
  const verb = readVerb(given.getAll('verb'));
  const values = readArguments(verb, given);
  const token = values.get('resumptionToken');
  switch (verb) {
    case 'Identify':
      return { verb };
    case 'ListSets':
      // The list is never cut, so no token is ours.
      if (token !== undefined) throw new HarvestError('badResumptionToken', 'ListSets has no resumption tokens here.');
      return { verb };
    case 'ListMetadataFormats':
      return { verb, identifier: values.get('identifier') ?? null };
    case 'GetRecord':
      return { verb, identifier: values.get('identifier') ?? '', prefix: readPrefix(values) };
    case 'ListIdentifiers':
    case 'ListRecords': {
      if (token !== undefined) return { verb, token };
      const set = readSet(values.get('set'));
      return {
        verb,
        token: null,
        prefix: readPrefix(values),
        set,
        ...readPeriod(values.get('from'), values.get('until')),
      };
    }
  }
}

function readVerb([verb, ...more]: string[]): Verb {
  if (verb === undefined) throw new HarvestError('badVerb', 'The argument "verb" is missing.');
  if (more.length > 0) throw new HarvestError('badVerb', 'The argument "verb" is repeated.');
  if (!Object.hasOwn(verbs, verb)) throw new HarvestError('badVerb', 'There is no such verb.');
  return verb as Verb;
}

/** The arguments besides the verb, if the verb has them and none is missing or repeated. */
function readArguments(verb: Verb, given: URLSearchParams): Map<string, string> {
  const { required = [], optional = [], exclusive }: Arguments = verbs[verb];
  const known = [...required, ...optional, ...(exclusive ? [exclusive] : [])];
  const values = new Map<string, string>();
  for (const [name, value] of given) {
    if (name === 'verb') continue;
    if (!known.includes(name)) throw new HarvestError('badArgument', `${verb} has an argument that it does not know.`);
    if (values.has(name)) throw new HarvestError('badArgument', `The argument "${name}" is repeated.`);
    values.set(name, value);
  }
  if (exclusive && values.has(exclusive)) {
    if (values.size > 1) throw new HarvestError('badArgument', `The argument "${exclusive}" excludes all others.`);
    return values;
  }
  const missing = required.find((name) => !values.has(name));
  if (missing) throw new HarvestError('badArgument', `The argument "${missing}" is missing.`);
  return values;
}

/** Characters of a metadataPrefix and of the parts of a setSpec (OAI-PMH.xsd). */
const word = String.raw`[A-Za-z0-9\-_.!~*'()]+`;
const prefixPattern = new RegExp(`^${word}$`);
const setPattern = new RegExp(`^${word}(?::${word})*$`);

function readPrefix(values: Map<string, string>): HarvestPrefix {
  const given = values.get('metadataPrefix') ?? '';
  if (!prefixPattern.test(given)) throw new HarvestError('badArgument', 'The metadataPrefix is not valid.');
  const prefix = harvestPrefixes.find((known) => known === given);
  if (!prefix) throw new HarvestError('cannotDisseminateFormat', 'There is no such metadata format.');
  return prefix;
}

function readSet(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (!setPattern.test(given)) throw new HarvestError('badArgument', 'The set is not valid.');
  return given;
}
