import { z } from 'zod';

import { criteria, type CriteriaAnswers } from '@domain/board/criteria';
import { actorOf, historyActs, type HistoryEntry, type HistoryFormat } from '@domain/board/history';
import type { Language } from '@domain/language';
import type { FieldChange } from '@domain/metadata/compare';
import { fillText } from '@domain/text';
import { uploadStatuses } from '@domain/upload-status';

import { readTexts } from '../locale-texts';
import { formFields } from '../metadata/schema';
import { type SpreadsheetCell, spreadsheetCsv } from '../row-formats/csv';
import { readableFields } from '../search/published-fields';

const columns = [
  'at',
  'act',
  'actor',
  'panel',
  'expert',
  'statusBefore',
  'statusAfter',
  'reason',
  'rating',
  'note',
  'isImpartial',
  'criteria',
  'points',
  'answers',
  'text',
  'arePersonsRight',
  'version',
  'until',
  'changes',
  'person',
  'from',
] as const;

const HistoryTextsSchema = z.object({
  columns: z.record(z.string(), z.string()),
  acts: z.record(z.enum(historyActs), z.string()),
  people: z.object({
    contributor: z.string(),
    coAuthor: z.string(),
    automatic: z.string(),
    former: z.string(),
    deleted: z.string(),
  }),
  panel: z.string(),
  ratings: z.object({ 1: z.string(), 2: z.string() }),
  impartial: z.object({ yes: z.string(), no: z.string() }),
  confirmed: z.string(),
  statuses: z.record(z.enum(uploadStatuses), z.string()),
  file: z.string(),
});
type HistoryTexts = z.infer<typeof HistoryTextsSchema>;

const texts: Record<Language, HistoryTexts> = readTexts('board-history', HistoryTextsSchema);
const criteriaTexts = readTexts('board', z.object({ criteria: z.record(z.string(), z.string()) }));

/** The history as CSV for a spreadsheet program, with a row of headings. Times are in UTC (ISO 8601). */
export function* historyCsv(entries: readonly HistoryEntry[], language: Language): Generator<string> {
  const rows = entries.map((entry) => rowOf(entry, language));
  yield* spreadsheetCsv([columns.map((column) => texts[language].columns[column] ?? ''), ...rows], language);
}

function rowOf(entry: HistoryEntry, language: Language): SpreadsheetCell[] {
  const { acts, people, panel, ratings, impartial, confirmed, statuses } = texts[language];
  const actor = actorOf(entry);
  const { reason, rating, note, isImpartial, criteria: answered, points, answers, text, changes } = entry.content ?? {};
  return [
    entry.at,
    acts[entry.act],
    whoIn(actor, language),
    entry.panel && fillText(panel, { number: entry.panel }),
    entry.expert === '' ? people.former : entry.expert,
    statuses[entry.statusBefore],
    statuses[entry.statusAfter],
    reason ?? null,
    rating ? ratings[rating] : null,
    note ?? null,
    isImpartial === undefined ? null : impartial[isImpartial ? 'yes' : 'no'],
    criteriaInWords(answered, language),
    numbered(points),
    numbered(answers),
    text ?? null,
    entry.content?.arePersonsRight ? confirmed : null,
    entry.content?.version ?? null,
    entry.content?.until ?? null,
    changes ? changes.map((change) => inOneLine(change, language)).join('\n') : null,
    entry.content?.person ?? null,
    entry.content?.from ?? null,
  ];
}

function whoIn(actor: ReturnType<typeof actorOf>, language: Language): string {
  const { people } = texts[language];
  if (actor === null) return people.automatic;
  if (actor === 'contributor') return people.contributor;
  if (actor.email !== undefined) return actor.email || people.former;
  return fillText(people.coAuthor, { name: actor.coAuthor || people.deleted });
}

/** Answers to the criteria in one cell, a line each. */
function criteriaInWords(answered: CriteriaAnswers | undefined, language: Language): string | null {
  const words = criteriaTexts[language].criteria;
  const lines = criteria.flatMap((name) => (answered?.[name] ? `${words[name]} ${words[answered[name]]}` : []));
  return lines.length === 0 ? null : lines.join('\n');
}

/** A changed field with its public values: 'Title: before → after'. */
function inOneLine({ field, before, after }: FieldChange, language: Language): string {
  const valuesOf = (entries: FieldChange['before']) =>
    readableFields(entries, { language, study: '' }).flatMap(({ values }) => values);
  const label = formFields(language).find(({ id }) => id === field)?.label ?? String(field);
  return `${label}: ${valuesOf(before).join('; ')} → ${valuesOf(after).join('; ')}`;
}

/** Points in one cell, a line each. */
function numbered(points: readonly string[] | undefined): string | null {
  return points ? points.map((point, index) => `${index + 1}. ${point}`).join('\n') : null;
}

/** Such as 'grip data-history.csv'. */
export function historyFileName(fileName: string, format: HistoryFormat, language: Language): string {
  const stem = fileName.replace(/\.[^.]*$/, '');
  return `${stem}-${texts[language].file}.${format}`.replace(/[\\/:*?"<>|]/g, '_');
}
