import path from 'node:path';

import { z } from 'zod';

import type { FoundEntry } from '@domain/api/lookups';
import { foldText } from '@domain/search/fold';

import { rootFolder } from '../../root-folder';
import { readRows, yesOrNo } from '../vocabulary/read-data';
import { nothing } from './entries';

/** An organisation of the list that comes with this server (data/known-organisations.csv). */
export interface KnownOrganisation {
  /** Address at ROR. */
  ror: string;
  name: string;
  otherName: string;
  /** Abbreviations, separated by spaces. */
  short: string;
  isFunder: boolean;
}

export const knownOrganisations: readonly KnownOrganisation[] = readRows(
  path.join(rootFolder, 'services', 'repository', 'data'),
  'known-organisations.csv',
  { ror: z.string().length(9), name: z.string().min(1), other_name: z.string(), short: z.string(), funder: yesOrNo },
).map(({ ror, name, other_name: otherName, short, funder: isFunder }) => ({
  ror: `https://ror.org/${ror}`,
  name,
  otherName,
  short,
  isFunder,
}));

/** Words that most names have, so that they tell nothing apart. */
const commonWords = /^(universitat|university|universitaet|of|the|der|des|zu|fur|for|and|und|institut|institute)$/;

/** Organisations of the list with every word of a query in one of their names. */
export function findKnownOrganisations(query: string, { isFunder }: { isFunder: boolean }): FoundEntry[] {
  const all = foldText(query)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const telling = all.filter((word) => !commonWords.test(word));
  const words = telling.length > 0 ? telling : all;
  if (words.length === 0) return [];
  return knownOrganisations.flatMap((one) => {
    const names = foldText(`${one.name} ${one.otherName} ${one.short} ${one.ror}`).split(/[^a-z0-9]+/);
    const isMeant = one.isFunder === isFunder && words.every((word) => names.some((name) => name.startsWith(word)));
    if (!isMeant) return [];
    const detail = [one.otherName === one.name ? '' : one.otherName, one.ror].filter(Boolean).join('; ');
    return { label: one.name, detail, fill: { ...nothing, text: `${one.name}, ${one.ror}` } };
  });
}
