import type { UploadKind } from '@domain/upload-id';

import { findSpans } from './cover-header';
import { rankTargets, type SuggestedColumn, type SuggestionRules } from './rank-targets';
import { somethingElse } from './read-concepts';
import { findShortened } from './shortened-words';
import { splitHeader } from './split-header';

/** How the reader joins the lines of a heading. */
const join = ' / ';

/**
 * The columns without a first line that only groups several of them: 'Anthropometrie / Größe', 'Schüler / Geschl.'. A
 * line stays that says what is measured, or that it is something else: 'Handkraft / rechts', 'Z-Werte / SW'. It also
 * stays if the same names are below another one, as for two time points.
 */
export function withoutGroupLines(
  rules: SuggestionRules,
  kind: UploadKind,
  columns: readonly SuggestedColumn[],
): SuggestedColumn[] {
  const lines = columns.map(({ name }) => {
    const at = Math.max(0, name.indexOf(join));
    return { group: name.slice(0, at), rest: at > 0 ? name.slice(at + join.length) : name };
  });
  const isShared = (group: string) => lines.filter((line) => line.group === group).length > 1;
  const isClear = (group: string, rest: string) =>
    lines.every((line) => line.group === group || line.rest.toLowerCase() !== rest.toLowerCase());
  return columns.map((column, index) => {
    const { group = '', rest = column.name } = lines[index] ?? {};
    if (group === '' || !isShared(group) || !isClear(group, rest)) return column;
    return isOnlyGroup(rules, kind, { column, group, rest }) ? { ...column, name: rest } : column;
  });
}

function isOnlyGroup(
  rules: SuggestionRules,
  kind: UploadKind,
  { column, group, rest }: { column: SuggestedColumn; group: string; rest: string },
): boolean {
  const words = splitHeader(group);
  const found = findSpans(words, rules.lexicon, findShortened(words, rules.lexicon));
  if (words.some(({ isNumber }) => isNumber) || found.some(({ concept }) => concept === somethingElse)) return false;
  const named = (name: string) => rankTargets(rules, kind, { ...column, name, label: null, samples: [] });
  if (named(rest).length === 0) return false;
  return found.length === 0 || (named(column.name).length === 0 && named(group).every(({ target }) => !target.test));
}
