import { sqlText } from '../../context/table-engine';
import type { CheckedColumn } from '../checked-table';
import type { CellSql, ColumnRule, RuleContext } from '../rule';
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
/** Rows that the message names. */
const namedRows = 5;

/** E-mail addresses, phone or official numbers in any text column, or names in a column for pseudonyms. */
export const r23: ColumnRule = {
  id: 'R23',
  scope: 'column',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Remove names and contact details from your file, or replace them with codes.',
    de: 'Entfernen Sie Namen und Kontaktdaten aus Ihrer Datei oder ersetzen Sie sie durch Codes.',
  },
  text: {
    en: '{{c}} seems to contain names or contact details. Remove them. Cells: {{n}}. Rows: {{r}}.',
    de: '{{c}} enthält anscheinend Namen oder Kontaktdaten. Entfernen Sie sie. Zellen: {{n}}. Zeilen: {{r}}.',
  },
  measures: (column, cell) => {
    if (column.target.type !== 'text') return null;
    const measures = { contacts: `count_if(${contact(column, cell)})` };
    if (!aboutPersons.includes(column.target.key)) return measures;
    return { ...measures, names: `count_if(${name(column, cell)})`, values: `count(${cell.text})` };
  },
  find: async (column, { contacts = 0, names = 0, values = 0 }, look) => {
    const cell = look.cellOf(column);
    const areNames = names * 2 > values;
    if (contacts === 0 && !areNames) return null;
    const isPersonal = areNames ? `(${contact(column, cell)} or ${name(column, cell)})` : contact(column, cell);
    return { n: String(areNames ? Math.max(names, contacts) : contacts), r: await firstRows(column, isPersonal, look) };
  },
};

function contact({ target, name: header }: CheckedColumn, { text }: CellSql): string {
  const isPerson = aboutPersons.includes(target.key);
  // The numbers of people are replaced, and of testers not published.
  if (officialHeader.test(header) && !isPerson) return `${text} is not null`;
  const conditions = [isContactSql(text, { amongCodes: isPerson }), ...(isPerson ? [] : [isPhoneLikeSql(text)])];
  return `coalesce(${conditions.join(' or ')}, false)`;
}

function name(column: CheckedColumn, cell: CellSql): string {
  const text = beginningSql(cell.text);
  return namesHeader.test(column.name)
    ? `(regexp_full_match(${text}, ${fullName}) or regexp_full_match(${text}, ${oneName}))`
    : `coalesce(case when contains(${text}, ' ') then regexp_full_match(${text}, ${fullName}) end, false)`;
}

async function firstRows(column: CheckedColumn, condition: string, look: RuleContext): Promise<string> {
  const rows = await look.ask(
    `select "row" from ${look.cells([column])} where ${condition} order by "row" limit ${namedRows + 1}`,
  );
  const named = rows.slice(0, namedRows).map(({ row }) => String(row));
  return `${named.join(', ')}${rows.length > namedRows ? ' …' : ''}`;
}
