import type { UploadKind } from '@domain/upload-id';

import { longFormat } from '../vocabulary';
import { rankTargets, type Candidate, type SuggestedColumn, type SuggestionRules } from './rank-targets';

/** Without a column of names of tests they mean nothing. */
const besideTestNames = [longFormat.value, longFormat.unit];

/**
 * Targets for the columns of a table, in their order, ranked. A target is suggested for one column: the
 * one with the best score, of equal ones the first. A column that loses it keeps its other candidates.
 */
export function suggestMapping(
  rules: SuggestionRules,
  kind: UploadKind,
  columns: readonly SuggestedColumn[],
): Candidate[][] {
  const ranked = columns.map((column) => rankTargets(rules, kind, column));
  const isLong = ranked.some((candidates) => candidates[0]?.target.key === longFormat.name);
  const offers = ranked
    .flatMap((candidates, column) => candidates.map((candidate) => ({ column, candidate })))
    .filter(({ candidate }) => isLong || !besideTestNames.includes(candidate.target.key))
    .sort((a, b) => b.candidate.score - a.candidate.score || a.column - b.column);
  const taken = new Map<string, number>();
  const served = new Set<number>();
  for (const { column, candidate } of offers) {
    if (served.has(column) || taken.has(candidate.target.key)) continue;
    taken.set(candidate.target.key, column);
    served.add(column);
  }
  const suggestions: Candidate[][] = columns.map(() => []);
  for (const { column, candidate } of offers) {
    const owner = taken.get(candidate.target.key);
    if (owner === undefined || owner === column) suggestions[column]?.push(candidate);
  }
  return suggestions;
}
