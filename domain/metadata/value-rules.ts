import type { FormField } from './directives';
import type { MetadataErrorCode } from './errors';
import { fieldIds } from './field-ids';
import { isBrokenReference, isBrokenRor, isOrcid } from './identifiers';
import {
  checkedValue,
  confirmedValue,
  daysOf,
  type DateParts,
  isBlankText,
  parseDateRange,
  parseName,
} from './storage-forms';

/** First validation error of a non-empty value; null if it is valid. Surrounding spaces are ignored. */
export function valueError(field: FormField, value: string): MetadataErrorCode | null {
  switch (field.style) {
    case 'DropDownList':
      return field.choices.some((choice) => choice.value === value) ? null : 'choice';
    case 'Checkbox':
      return value === checkedValue ? null : 'choice';
    case 'SUFL':
      return value === confirmedValue ? null : 'confirmation';
    case 'DateRangeYMD':
      return dateRangeError(field.id, value);
    case 'Name':
      return nameError(field, value);
    case 'TextArea':
      return countCharacters(value) > field.maxCharacters ? 'text-too-long' : null;
    case 'Input':
      return countCharacters(value) > field.maxCharacters ? 'too-long' : formatError(field, value.trim());
  }
}

/** Length of a text as it is saved and as a browser counts it: trimmed, with every line break as one character. */
export function countCharacters(text: string): number {
  return text.trim().replace(/\r\n?/g, '\n').length;
}

function nameError(field: FormField, value: string): MetadataErrorCode | null {
  const { family, given } = parseName(value);
  // A bar would be taken for the separator when the name is read again.
  if (family.includes('|') || given.includes('|')) return 'name-bar';
  if (isBlankText(family)) return 'name';
  return Math.max(family.length, given.length) > field.maxCharacters ? 'too-long' : null;
}

function formatError(field: FormField, value: string): MetadataErrorCode | null {
  switch (field.format) {
    case 'text':
      return null;
    case 'e-mail':
      return isEmail(value) ? null : 'e-mail';
    case 'orcid':
      return isOrcid(value) ? null : 'orcid';
    case 'organisation':
      return isBrokenRor(value) ? 'ror' : null;
    case 'positive-integer':
      return /^0*[1-9]\d{0,8}$/.test(value) ? null : 'positive-integer';
    case 'reference':
      return isBrokenReference(value) ? 'reference' : null;
  }
}

/** Whether a text has the form of an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/.test(text);
}

/**
 * Whether a description of the anonymisation states the legal basis that replaces consent: the term itself, a law or an
 * article.
 */
export function namesLegalBasis(text: string): boolean {
  return /legal basis|lawful basis|rechtsgrundlage|\bart(\.|icle|ikel)? ?\d|§|\b(gdpr|dsgvo|bdsg|ldsg)\b/i.test(text);
}

/** Years a date may have (spec section 5). */
const yearPattern = /^(19[5-9]\d|20\d\d)$/;

/** First validation error of a non-empty stored date range; null if it is valid. */
export function dateRangeError(field: number, stored: string): MetadataErrorCode | null {
  const range = parseDateRange(stored);
  if (!range) return 'date';
  // An embargo needs an end, any other range a begin. The other date is optional.
  const needed = field === fieldIds.embargo ? 'end' : 'begin';
  if (isEmptyDate(range[needed])) return `${needed}-year-missing`;
  return dateError('begin', range.begin) ?? dateError('end', range.end) ?? orderError(range.begin, range.end);
}

function isEmptyDate({ year, month, day }: DateParts): boolean {
  return year === '' && month === '' && day === '';
}

function dateError(which: 'begin' | 'end', date: DateParts): MetadataErrorCode | null {
  if (isEmptyDate(date)) return null;
  if (date.year === '') return `${which}-year-missing`;
  if (!yearPattern.test(date.year)) return `${which}-year`;
  if (date.month === '') return date.day === '' ? null : `${which}-month-missing`;
  if (!isWholeNumber(date.month, 12)) return `${which}-month`;
  if (date.day === '') return null;
  return isWholeNumber(date.day, daysOf(Number(date.year), Number(date.month))) ? null : `${which}-day`;
}

function isWholeNumber(text: string, max: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}

/** Compares the dates as far as both are known. */
function orderError(begin: DateParts, end: DateParts): MetadataErrorCode | null {
  for (const part of ['year', 'month', 'day'] as const) {
    if (begin[part] === '' || end[part] === '') return null;
    const difference = Number(end[part]) - Number(begin[part]);
    if (difference !== 0) return difference < 0 ? 'end-before-begin' : null;
  }
  return null;
}
