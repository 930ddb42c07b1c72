import { sqlText } from '../../context/table-engine';
import type { CheckedColumn } from '../checked-table';
import type { CellSql, ColumnRule } from '../rule';
import { beginningSql, isContactSql, isPhoneLikeSql } from './personal-text';

const word = '\\p{Lu}\\p{Ll}+(-\\p{Lu}\\p{Ll}+)*';
const oneName = sqlText(word);
/** 'Anna Schmidt', 'Schmidt, Anna', 'Anna M. Schmidt', 'Anna S.'. */
const fullName = sqlText(`${word},? (\\p{Lu}\\. ?)?${word}( ${word})*|${word} \\p{Lu}\\.`);
/** Columns that identify people. School and group codes may be two capitalised words. */
const aboutPersons = ['person_id', 'tester_id'];
const namesHeader = /name|kind$|person$|sch[üu]ler|proband/i;
/** Headers of numbers by which an authority or an insurance knows a person. */
const officialHeader =
  /(sch[üu]ler|pupil|student).?(nummer|nr|no\b|number)|matrikel|(versicher|insurance|social.?security).*(nummer|nr|no\b|number)|\bsv-?n(umme)?r|steuer.?(id|nummer)|tax.?(id|number)|ausweis|passport|iban\b/i;

/** E-mail addresses, phone or official numbers in any text column, or names in a column for pseudonyms. Every cell is listed. */
export const r23: ColumnRule = {
  id: 'R23',
  scope: 'column',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Remove names and contact details from your file, or replace them with codes. If nobody needs the column, choose ‘Do not import’ for it in the mapping.',
    de: 'Entfernen Sie Namen und Kontaktdaten aus Ihrer Datei oder ersetzen Sie sie durch Codes. Wird die Spalte nicht gebraucht, wählen Sie für sie in der Zuordnung „Nicht übernehmen“.',
  },
  text: {
    en: '{{c}} seems to contain names or contact details. Remove them.',
    de: '{{c}} enthält anscheinend Namen oder Kontaktdaten. Entfernen Sie sie.',
  },
  measures: (column, cell) => {
    if (column.target.type !== 'text') return null;
    const measures = { contacts: `count_if(${contact(column, cell)})` };
    if (!aboutPersons.includes(column.target.key)) return measures;
    return { ...measures, names: `count_if(${name(column, cell)})`, values: `count(${cell.text})` };
  },
  find: (_column, { contacts, names = 0, values = 0 }) => (contacts || areNames({ names, values }) ? {} : null),
  cells: (column, { names = 0, values = 0 }, cell) => {
    if (isOfficial(column)) return null;
    return areNames({ names, values }) ? `(${contact(column, cell)} or ${name(column, cell)})` : contact(column, cell);
  },
};

/** A few codes may be two capitalised words; names are most of their column. */
function areNames({ names, values }: { names: number; values: number }): boolean {
  return names * 2 > values;
}

/** Whether every number in a column is one by which an authority knows a person. The numbers of people are replaced, and of testers not published. */
function isOfficial({ target, name: header }: CheckedColumn): boolean {
  return officialHeader.test(header) && !aboutPersons.includes(target.key);
}

function contact(column: CheckedColumn, { text }: CellSql): string {
  if (isOfficial(column)) return `${text} is not null`;
  const isPerson = aboutPersons.includes(column.target.key);
  const conditions = [isContactSql(text, { amongCodes: isPerson }), ...(isPerson ? [] : [isPhoneLikeSql(text)])];
  return `coalesce(${conditions.join(' or ')}, false)`;
}

function name(column: CheckedColumn, cell: CellSql): string {
  const text = beginningSql(cell.text);
  return namesHeader.test(column.name)
    ? `(regexp_full_match(${text}, ${fullName}) or regexp_full_match(${text}, ${oneName}))`
    : `coalesce(case when contains(${text}, ' ') then regexp_full_match(${text}, ${fullName}) end, false)`;
}
