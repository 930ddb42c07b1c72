import { sqlText } from '../../context/table-engine';

const month =
  '(jan(uary?|uar)?|feb(ruary?|ruar)?|m[äa]r(z|ch)?|mrz|apr(il)?|ma[iy]|june?|juni|july?|juli|aug(ust)?|' +
  'sept?(ember)?|o[kc]t(ober)?|nov(ember)?|de[zc](ember)?)';
const date = sqlText(
  [
    '\\d{4}-\\d{1,2}-\\d{1,2}([t ].*)?',
    '\\d{1,2}\\.\\d{1,2}\\.(\\d{4}|\\d{2})?',
    '\\d{1,2}[/-]\\d{1,2}[/-](\\d{4}|\\d{2})',
    `\\d{1,2}[. -]{0,2}${month}[. -]*(\\d{4}|\\d{2})?`,
    `${month}[. -]*(\\d{4}|\\d{1,2})`,
  ].join('|'),
);
/** A number with a sign of minutes or seconds somewhere behind it. */
const time = sqlText('\\d.*[:\'’′"″hms].*');

/** Whether a text is a date, or what spreadsheets show of one: '3. Jul', 'Mai 05', '03.07.'. */
export function isDateSql(text: string): string {
  return `regexp_full_match(lower(${text}), ${date})`;
}

/** Whether a text that cannot be read means a time. */
export function isTimeSql(text: string): string {
  return `regexp_full_match(lower(${text}), ${time})`;
}
