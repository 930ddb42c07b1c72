import { sqlText } from '../../context/table-engine';

/** Shorter texts hold no contact details. */
const minCharacters = 7;
const eMail = '[\\w.+-]+@[\\w-]+(\\.[\\w-]+)*\\.[a-z]{2,}';
/** With a country code, a slash after the area code, as a mobile number, or after a word for it. */
const phone =
  '(^|[\\s:(])((\\+|00)[1-9][\\d ()/.-]{7,}\\d|\\(?0\\d{2,5}\\)? ?/ ?\\d{4,}|\\(0[1-9]\\d{1,4}\\) ?\\d{3,}|01[567]\\d{8,9}\\b)' +
  '|\\b(tel|telefon|fon|phone|mobil|mobile|handy|fax|whatsapp)\\b[^\\d+(]{0,6}[+(]?\\d[\\d ()/.-]{4,}\\d';
const iban = '\\b[a-z]{2}\\d{2}( ?[a-z0-9]{4}){3,7}( ?[a-z0-9]{1,3})?\\b';
/** German pension insurance number: area, date of birth, letter, serial number and check digit. */
const socialInsurance = '\\b\\d{2} ?(0[1-9]|[12]\\d|3[01])(0[1-9]|1[0-2])\\d{2} ?[a-z] ?\\d{3}\\b';
const contact = sqlText([eMail, phone, `${iban}`, socialInsurance].map((one) => `(${one})`).join('|'));
/** A German number without any other sign of one: '0721 123456', '0176-12345678'. */
const phoneLike = sqlText('(^|[\\s:(])0[1-9]\\d{1,4} ?[ .-] ?\\d{3,}([ .-]?\\d{2,}){0,4}\\b');
const minPhoneDigits = 9;

/** Whether a text has an e-mail address, a phone number, an account or an insurance number. */
export function isContactSql(text: string): string {
  return `(length(${text}) >= ${minCharacters} and regexp_matches(${text}, ${contact}, 'i'))`;
}

/** Whether a text has what may be a phone number. In columns of codes, it may be a code. */
export function isPhoneLikeSql(text: string): string {
  const digits = `length(regexp_replace(${text}, '\\D', '', 'g'))`;
  return `(length(${text}) >= ${minPhoneDigits} and contains(${text}, '0') and regexp_matches(${text}, ${phoneLike})
    and ${digits} >= ${minPhoneDigits})`;
}
