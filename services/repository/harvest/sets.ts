import { licences } from '@domain/licences';

import { rightsOf } from '../doi/datacite-terms';
import type { PublishedRow } from '../store/schema/publication';
import { vocabulary } from '../vocabulary';

/** A set of OAI-PMH. */
export interface HarvestSet {
  spec: string;
  name: string;
}

/** Groups of sets. A group is a set as well, which has the records of all its sets. */
const groups = { type: 'Type of data', test: 'Motor test', licence: 'Licence' };
type Group = keyof typeof groups;

/** Sets of a published data set, with their groups. The migration 0009 has the same rules for earlier data sets. */
export function setsOf({ types, exercises, rights }: Pick<PublishedRow, 'types' | 'exercises' | 'rights'>): string[] {
  const specs = (group: Group, names: string[]) =>
    names.length === 0 ? [] : [group, ...names.map((name) => `${group}:${name}`)];
  const all = [
    ...specs(
      'type',
      types.map((type) => type.toLowerCase()),
    ),
    ...specs('test', exercises),
    ...specs('licence', rights.map(licenceKey)),
  ];
  return [...new Set(all)];
}

/** 'cc-by-4.0': a setSpec has no spaces. */
function licenceKey(licence: string): string {
  return licence.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
}

/** Every set, also those without records. */
export function listSets(origin: string): HarvestSet[] {
  return [
    { spec: 'type', name: groups.type },
    { spec: 'type:raw', name: 'Raw data' },
    { spec: 'type:agg', name: 'Aggregated data' },
    { spec: 'test', name: groups.test },
    ...[...vocabulary.tests].map(([key, { long }]) => ({ spec: `test:${key}`, name: long.en })),
    { spec: 'licence', name: groups.licence },
    ...licences.map((licence) => ({ spec: `licence:${licenceKey(licence)}`, name: rightsOf(licence, origin).rights })),
  ];
}

/** Whether a set is in the header of its records. Groups follow from their sets. */
export function isOwnSet(spec: string): boolean {
  return spec.includes(':');
}
