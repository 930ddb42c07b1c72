import type { FormEntries, OpenedForm } from '~/auth/draft-store';
import { entryValue, type Entries } from './form-entries';

/** Name of the hidden field that tells what a form was opened with. */
export const openedField = 'opened';

/** What a form was opened with, in one line: version, time, account, window, what was saved, and what its parts said. */
export function packOpened({ version, openedAt, account, writer, savedTag, base }: OpenedForm): string {
  const time = openedAt === null ? '' : Date.parse(openedAt);
  return `${version}.${time}.${account}.${writer}.${encodeURIComponent(savedTag)}${base && `/${base}`}`;
}

/** Reads what `packOpened` wrote; null for anything else. */
export function parseOpened(packed: string): OpenedForm | null {
  const [, version, time, account = '', writer, tag, base = ''] =
    /^(\d{1,15})\.(\d{0,15})\.([\w-]{0,64})\.([\w-]{1,64})\.([\w.%!~*'()-]{0,300})(?:\/([\w-]*))?$/.exec(packed) ?? [];
  if (version === undefined || time === undefined || writer === undefined || tag === undefined) return null;
  const openedAt = time === '' ? null : new Date(Number(time)).toISOString();
  return { version: Number(version), openedAt, account, writer, savedTag: readTag(tag), base };
}

/** What a posted form was opened with. One that does not say is older than all that is kept. */
export function readOpened(entries: Entries): OpenedForm {
  const opened = parseOpened(entryValue(entries, openedField));
  return opened ?? { version: 0, openedAt: null, account: '', writer: crypto.randomUUID(), savedTag: '', base: '' };
}

/** The entries of a form that is told that it was opened with something else. */
export function withOpened(entries: FormEntries, opened: OpenedForm): FormEntries {
  return [...entries.filter(([name]) => name !== openedField), [openedField, packOpened(opened)]];
}

/** An entity tag as HTTP has it (RFC 9110, section 8.8.3); anything else names nothing. */
function readTag(encoded: string): string {
  try {
    const tag = decodeURIComponent(encoded);
    return /^"[\x21\x23-\x7e]{1,200}"$/.test(tag) ? tag : '';
  } catch {
    return '';
  }
}
