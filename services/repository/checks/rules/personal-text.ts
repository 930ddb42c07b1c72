import { sqlText } from '../../context/table-engine';

/** Shorter texts hold no phone, account or insurance number: '012/3456'. */
const minCharacters = 8;
/** Own estimate: people are looked for in this many characters of a text, because the patterns take long. */
const lookedAt = 2000;

/** The part of a text in which people are looked for. */
export function beginningSql(text: string): string {
  return `left(${text}, ${lookedAt})`;
}

const eMail = '[\\w.+-]+@[\\w-]+(\\.[\\w-]+)*\\.[a-z]{2,}';
/** What may stand before a phone number, so that it is no part of a longer code. */
const before = '(^|[\\s:(,;=])';
const area = '0 ?[1-9]( ?\\d){1,4}';
/** A country code, brackets or a slash after the area code, or a word for a phone number. Local numbers begin with no 0. */
const writtenPhone =
  `${before}(\\+[1-9][\\d ()/.–-]{7,}\\d|(00[1-9]\\d{0,2}|00 4[139]) ?[ (/]\\(?0?\\)? ?[1-9][\\d ()/.–-]{4,}\\d|\\(?0\\d{2,5}\\)? ?/ ?\\d{4,}` +
  `|\\(?${area}\\)? ?/ ?[1-9]( ?\\d){4,}|\\(${area}\\) ?[1-9]( ?\\d){2,}|\\([2-9]\\d{2}\\) ?\\d{3}[ .–-]\\d{4}\\b)` +
  '|\\b(tel|telefon|fon|phone|mobil|mobile|handy|fax|whatsapp)\\b[^\\d+(]{0,6}[+(]?\\d[\\d ()/.–-]{4,}\\d';
/** With a country code, or as a mobile number. Codes with leading zeros look like that, too. */
const barePhone = `${before}(00[2-689]\\d{1,2}[ ()/.–-]{0,2}0?[1-9][\\d ()/.–-]{5,}\\d|001[2-9]\\d{9}\\b|01[567]\\d{8,9}\\b)`;
/** Lengths of account numbers that have only digits after the country, and of others (ISO 13616, IBAN registry). */
const digitIbans = { at: 20, be: 16, cz: 24, de: 22, dk: 18, ee: 20, es: 24, fi: 18, hr: 21, hu: 28, lt: 20, no: 15, pl: 28, pt: 25, se: 24, si: 19, sk: 24 }; // prettier-ignore
const otherIbans = { bg: 22, ch: 21, cy: 28, fr: 27, gb: 22, gr: 27, ie: 22, it: 27, li: 21, lu: 20, lv: 21, mt: 31, nl: 18, ro: 24, tr: 26 }; // prettier-ignore
const ibanOf = (gap: string) => {
  const numbers = (lengths: Record<string, number>, sign: string) =>
    Object.entries(lengths).map(([country, length]) => {
      const [fours, rest] = [Math.floor(length / 4) - 1, length % 4];
      return `${country}\\d{2}(${gap}${sign}{4}){${fours}}${rest > 0 ? `${gap}${sign}{${rest}}` : ''}`;
    });
  return `\\b(${[...numbers(digitIbans, '\\d'), ...numbers(otherIbans, '[a-z0-9]')].join('|')})\\b`;
};
const iban = ibanOf(' ?');
/** In groups of four, or with the word for it. Pseudonyms may look like an account number in one piece. */
const writtenIban = `${ibanOf(' ')}|\\biban\\b\\W{0,3}${iban}`;
/** German pension insurance number: area, date of birth, letter, serial number and check digit. */
const socialInsurance = '\\b\\d{2} ?(0[1-9]|[12]\\d|3[01])(0[1-9]|1[0-2])\\d{2} ?[a-z] ?\\d{3}\\b';
/** Austrian one after the word for it, and the Swiss one. */
const neighboursInsurance =
  '\\b(sv|sozialvers(icherungs)?|vers(icherungs)?)[ .-]{0,2}(nr|nummer)\\b[^\\d]{0,4}\\d{4}[ -]?\\d{6}\\b|\\b756\\.\\d{4}\\.\\d{4}\\.\\d{2}\\b';
/** Numbers by which a school knows a person. Shorter ones may be those of the study. Own estimate. */
const schoolNumber =
  '\\b(sch(ü|ue)ler(in)?|pupil|student|matrikel)[ .-]{0,2}(nr|nummer|no|number|id)\\b[^\\d]{0,4}\\d{5,}\\b';
const anyOf = (...patterns: string[]) => sqlText(patterns.map((one) => `(${one})`).join('|'));
const contact = anyOf(eMail, writtenPhone, barePhone, iban, socialInsurance, neighboursInsurance, schoolNumber);
const contactAmongCodes = anyOf(eMail, writtenPhone, writtenIban, socialInsurance, neighboursInsurance, schoolNumber);
/** Without any other sign of a phone number: '0721 123456', '0176-12345678', '0176 12 34 567', '555-867-5309'. */
const phoneLike = sqlText(
  `${before}(0[1-9]\\d{1,4} ?[ .–-] ?[1-9]\\d{2,}([ .-]?\\d{2,}){0,4}\\b|0[1-9]\\d{1,4} ?[–-] ?[1-9]( ?\\d){4,}` +
    '|01[567]\\d ?[ /.–-] ?[1-9]( ?\\d){5,}|[2-9]\\d{2}-[2-9]\\d{2}-\\d{4}\\b)',
);
const minPhoneDigits = 9;

/**
 * Whether a text has an e-mail address, a phone number, an account or an insurance number. In columns of pseudonyms, a
 * number in one piece is a pseudonym.
 */
export function isContactSql(text: string, { amongCodes }: { amongCodes: boolean }): string {
  const pattern = amongCodes ? contactAmongCodes : contact;
  // Only 'case' spares the other cells the pattern.
  return `case when length(${text}) >= ${minCharacters} or contains(${text}, '@')
    then regexp_matches(${beginningSql(text)}, ${pattern}, 'i') else false end`;
}

/** Whether a text has what may be a phone number. In columns of codes, it may be a code. */
export function isPhoneLikeSql(text: string): string {
  const found = `regexp_extract(${beginningSql(text)}, ${phoneLike})`;
  return `case when length(${text}) >= ${minPhoneDigits} and (contains(${text}, '0') or contains(${text}, '-'))
    then length(regexp_replace(${found}, '\\D', '', 'g')) >= ${minPhoneDigits} else false end`;
}

const date =
  '(\\d{1,2}\\. ?(\\d{1,2}\\.|\\p{L}{3,9}\\.?) ?(\\d{4}|\\d{2})|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}/\\d{1,2}/(\\d{4}|\\d{2})' +
  '|\\d{1,2} \\p{L}{3,9}\\.? \\d{4}|\\p{L}{3,9}\\.? \\d{1,2}, \\d{4})';
/** The word for a birth and a whole date: 'geb. 12.03.2009', 'born on 12 March 2009'. A year alone tells nobody apart. */
const birthDate = sqlText(
  `(\\bgeb\\.|\\bgeb(oren)?\\b|geburts(tag|datum)|\\bdate of birth\\b|\\bdob\\b|\\bbirth ?(day|date)\\b|\\bborn\\b)[^\\d]{0,12}${date}`,
);

/** Whether a text says when somebody was born. */
export function isBirthDateSql(text: string): string {
  return `coalesce(regexp_matches(${beginningSql(text)}, ${birthDate}, 'i'), false)`;
}
