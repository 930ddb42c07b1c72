import { aboutDataSet, type CrateEntity, type CratePart, partEntities, publisherId, reference } from './crate-entities';

const specification = 'https://w3id.org/ro/crate/1.2';
export const crateFile = 'ro-crate-metadata.json';
export const previewFile = 'ro-crate-preview.html';

export interface Crate {
  parts: readonly CratePart[];
  /** Address of the site. */
  origin: string;
  /** Name and description of a crate with several data sets. */
  name: string;
  description: string;
}

/**
 * `ro-crate-metadata.json` of a package (RO-Crate 1.2, https://w3id.org/ro/crate/1.2): the data sets as its parts. A
 * crate with a single data set says the same of itself.
 */
export function roCrate(crate: Crate): object {
  const { parts, origin } = crate;
  const entities: CrateEntity[] = [
    { '@id': crateFile, '@type': 'CreativeWork', conformsTo: reference(specification), about: reference('./') },
    rootEntity(crate),
    { '@id': previewFile, '@type': 'CreativeWork', name: 'Preview of this crate', about: reference('./') },
    { '@id': publisherId(origin), '@type': 'Organization', name: 'Motothek', url: `${origin}/` },
    ...parts.flatMap(partEntities),
  ];
  return { '@context': `${specification}/context`, '@graph': onceEach(entities) };
}

function rootEntity({ parts, origin, name, description }: Crate): CrateEntity {
  const [only, ...others] = parts;
  const hasPart = [...parts.map(({ folder }) => reference(`${folder}/`)), reference(previewFile)];
  const root = { '@id': './', '@type': 'Dataset' };
  if (only && others.length === 0) return { ...root, ...aboutDataSet(only), hasPart };
  const licences = parts.flatMap(({ description: { licences: own } }) => own);
  return {
    ...root,
    name,
    description,
    datePublished: parts
      .map(({ description: { issued } }) => issued)
      .sort()
      .at(-1),
    publisher: reference(publisherId(origin)),
    license: [...new Set(licences)].map(reference),
    hasPart,
  };
}

/** An entity has one entry. Of people with the same name, the one with more facts is kept. */
function onceEach(entities: readonly CrateEntity[]): CrateEntity[] {
  const byId = new Map<string, CrateEntity>();
  for (const entity of entities) {
    const known = byId.get(entity['@id']);
    if (!known || Object.keys(entity).length > Object.keys(known).length) byId.set(entity['@id'], entity);
  }
  return [...byId.values()];
}
