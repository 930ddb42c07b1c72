import { sqlText } from '../../context/table-engine';
import type { CellRule } from '../rule';
import { givenNames } from './given-names';

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
const anyOf = (patterns: string[]) => sqlText(patterns.map((one) => `(${one})`).join('|'));
const inRemarks = anyOf([titled, known, knownReversed, street]);
const inCodes = anyOf([titled, known, reversed, shortened, street]);
/** Words of institutions and groups, which may bear the name of a person: 'Anne-Frank-Schule', 'Klasse B.'. */
const institution = sqlText(
  'schul|school|gymnasi|lyce|college|academ|akademie|universit|institut|internat|campus|kita|kinderg|kinderhaus|krippe|' +
    'hort|verein|klub|club|zentrum|cent(er|re)|klinik|praxis|station|gruppe|group|klasse|class|team|kurs|kohorte|cohort|' +
    'stufe|jahrgang|intervention|kontroll|control|turnen|sport|' +
    '(^|[^\\p{L}])(gs|rs|hs|gms|igs|kgs|ogs|ms|vs|nms|ahs|hak|sbbz|fös|bbs|bs|fc|sv|tv|tsv|tus|vfl|vfb|sc|ig|kg|st|sankt)([^\\p{L}]|$)',
);
const schoolInRemark = sqlText('schule|gymnasium|kindergarten|kita ');
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
    const [named, other] = key === 'remark' ? [inRemarks, schoolInRemark] : [inCodes, institution];
    return `case when length(${text}) >= ${minCharacters} and (contains(${text}, ' ') or contains(${text}, ','))
      then regexp_matches(${text}, ${named}) and not regexp_matches(lower(${text}), ${other}) end`;
  },
  names: (_column, { value }) => ({ v: value }),
};
