import { neutralText } from './neutral-text';

const quoted = /[",\r\n]/;

/**
 * One line of csv by RFC 4180: comma between fields, quotes where they are needed, CRLF at the end. No text
 * is run as a formula.
 */
export function csvLine(values: readonly (string | number | null | undefined)[]): string {
  return `${values.map((value) => csvField(neutralText(String(value ?? '')))).join(',')}\r\n`;
}

function csvField(text: string): string {
  return quoted.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
