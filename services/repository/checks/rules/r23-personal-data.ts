import { sqlText } from '../../context/table-engine';
import type { ColumnRule } from '../rule';

const eMail = sqlText('[\\w.+-]+@[\\w-]+(\\.[\\w-]+)*\\.[a-z]{2,}');
/** With a country code, or with a slash after the area code. */
const phone = sqlText('(^|\\s)((\\+|00)[1-9][\\d ()/.-]{7,}\\d|0\\d{2,5} ?/ ?\\d{4,})');
const word = '\\p{Lu}\\p{Ll}+(-\\p{Lu}\\p{Ll}+)*';
const oneName = sqlText(word);
/** 'Anna Schmidt', 'Schmidt, Anna', 'Anna M. Schmidt'. */
const fullName = sqlText(`${word},? (\\p{Lu}\\. ?)?${word}( ${word})*`);
/** Columns that identify people. School and group codes may be two capitalised words. */
const aboutPersons = ['person_id', 'tester_id'];
const namesHeader = /name|kind$|person$|sch[üu]ler|proband/i;

/** E-mail addresses or phone numbers in any text column, or names in a column for pseudonyms. */
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
    en: '{{c}} seems to contain names or contact details. Remove them.',
    de: '{{c}} enthält anscheinend Namen oder Kontaktdaten. Entfernen Sie sie.',
  },
  measures: ({ target, name }, { text }) => {
    if (target.type !== 'text') return null;
    const contacts = {
      eMails: `count_if(case when contains(${text}, '@') then regexp_matches(${text}, ${eMail}, 'i') end)`,
      phones: `count_if(case when length(${text}) > 8 and (contains(${text}, '+') or contains(${text}, '0'))
        and (contains(${text}, '/') or contains(${text}, ' ') or contains(${text}, '+'))
        then regexp_matches(${text}, ${phone}) end)`,
    };
    if (!aboutPersons.includes(target.key)) return contacts;
    const isName = namesHeader.test(name)
      ? `regexp_full_match(${text}, ${fullName}) or regexp_full_match(${text}, ${oneName})`
      : `case when contains(${text}, ' ') then regexp_full_match(${text}, ${fullName}) end`;
    return { ...contacts, names: `count_if(${isName})`, values: `count(${text})` };
  },
  find: (_column, { eMails, phones, names = 0, values = 0 }) => (eMails || phones || names * 2 > values ? {} : null),
};
