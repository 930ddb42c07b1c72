import { sqlText } from '../../context/table-engine';
import type { CellRule } from '../rule';
import { givenNames } from './given-names';
import { beginningSql } from './personal-text';

const word = '\\p{Lu}[\\p{Ll}ß]+(-\\p{Lu}[\\p{Ll}ß]+)*';
/** 'Frau Meier', 'Hr. Müller', 'Dr. Anna Schmidt'. */
const titled = `(^|[\\s,;:(/])(Herrn?|Frau|Fr\\.|Hr\\.|Mr\\.?|Mrs\\.?|Ms\\.?|Miss|Dr\\.|Prof\\.) ?(Dr\\. ?)?${word}`;
/** 'Müller, Anna'. */
const reversed = `^${word}, ?${word}( (${word}|\\p{Lu}\\.))?$`;
/** 'Anna M.'. */
const shortened = `^${word} \\p{Lu}\\.$`;
/** 'Anna Schmidt', also within a text. */
const known = `(^|[\\s,;:(/])(${givenNames.join('|')})(-\\p{Lu}\\p{Ll}+)? (von |van |de |\\p{Lu}\\. ?)?${word}`;
/** 'Hauptstr. 12', 'Lange Straße 3a', '12 Station Road'. */
const street =
  '\\p{Lu}[\\p{L}.-]*(str\\.|straße|strasse|weg|gasse|allee|platz) ?\\d{1,3} ?[a-z]?\\b' +
  '|\\p{L}+[ -](Str\\.|Straße|Strasse|Weg|Gasse|Allee|Platz) ?\\d{1,3} ?[a-z]?\\b' +
  '|\\b\\d{1,4} \\p{Lu}\\p{Ll}+ (Street|St\\.?|Road|Rd\\.?|Avenue|Ave\\.?|Lane|Drive)\\b';
/** 'Müller, Anna' within a text. */
const knownReversed = `${word}, ?(${givenNames.join('|')})([^\\p{L}]|$)`;
const anyOf = (...patterns: string[]) => patterns.map((one) => `(${one})`).join('|');
/** Beginnings of words for institutions and groups, which may bear the name of a person: 'Anne-Frank-Schule'. */
const institutions =
  'schul|school|gymnasi|lyce|college|academ|akademie|universit|institut|internat|campus|\\bkita|kinderg|kinderhaus|krippe|' +
  'hort|verein|klub|club|zentrum|cent(er|re)|klinik|praxis|station|gruppe|group|team|kurs|kohorte|cohort|' +
  'intervention|kontroll|control|turnen|sport';
/** Words for groups that bear no names: 'Anna Schmidt Klasse 3a'. */
const classes = 'klasse|class|stufe|jahrgang';
const abbreviations =
  'GS|RS|HS|GMS|IGS|KGS|OGS|MS|VS|NMS|AHS|HAK|SBBZ|FÖS|BBS|BS|FC|SV|TV|TSV|TUS|TuS|VFL|VfL|VFB|VfB|SC|IG|KG|St|ST|st|Sankt';
const inCodes = { named: anyOf(known, reversed, shortened), others: institutions, short: abbreviations };
const inRemarks = { named: anyOf(known, knownReversed), others: 'schule|gymnasium|kindergarten|\\bkita', short: 'GS' };
/** Numbers of people are replaced and testers are not published; R23 looks at them. */
const otherwiseChecked = ['person_id', 'tester_id', 'postal_code'];
const minCharacters = 6;

/** Name or address of a person in a text column. Its contributor can tell whether it is a school. */
export const r62: CellRule = {
  id: 'R62',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '"{{v}}" may be the name or the address of a person. Replace it with a code, or explain what it is.',
    de: '„{{v}}“ ist vielleicht Name oder Adresse einer Person. Ersetzen Sie die Angabe durch einen Code oder erklären Sie, was sie bedeutet.',
  },
  condition: ({ target: { key, type } }, { text }) => {
    if (type !== 'text' || otherwiseChecked.includes(key)) return null;
    return nameOrAddressSql(text, { isProse: key === 'remark' });
  },
  mayHit: ({ text }) => mayBeNameOrAddress(text),
  names: (_column, { value }) => ({ v: value }),
};

/**
 * Whether a text may have the name or address of a person, in prose or in a column of codes; null if it is too short
 * for one.
 */
export function nameOrAddressSql(text: string, { isProse }: { isProse: boolean }): string {
  return `case when ${mayBeNameOrAddress(text)}
      then ${isPersonSql(beginningSql(text), isProse ? inRemarks : inCodes)} end`;
}

/** Whether a text has the name or address of a person; names of institutions are taken out before they can match. */
function isPersonSql(text: string, { named, others, short }: typeof inCodes): string {
  const has = (cell: string, pattern: string) => `regexp_matches(${cell}, ${sqlText(pattern)})`;
  const without = (cell: string, pattern: string) => `regexp_replace(${cell}, ${sqlText(pattern)}, ';', 'g')`;
  const institution = `([\\p{L}.-]*(?i:${others})[\\p{L}.-]*|\\b(${short})\\b\\.?)`;
  const isInstitution = has(text, `${institution}|(?i:${classes})`);
  const bare = without(without(text, `[\\p{L}.-]*(?i:${classes})[\\p{L}.-]*`), `(\\p{Lu}[\\p{L}.-]* )*${institution}`);
  const followed = `;( (am|an|der|im|in|zum|zur|von|\\p{Lu}[\\p{L}.-]*|\\d+\\p{L}?))+`;
  return `case when ${has(text, anyOf(titled, named, street))} then not ${isInstitution}
    or ${has(bare, titled)} or ${has(without(bare, followed), named)} end`;
}

function mayBeNameOrAddress(text: string): string {
  return `(length(${text}) >= ${minCharacters} and (contains(${text}, ' ') or contains(${text}, ',')))`;
}
