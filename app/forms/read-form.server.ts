import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';

import { parseJson } from '@domain/text';
import { formTokenField, maxFormBytes, readBody, readFormBody } from '../auth/same-origin-check';
import type { FormEntries } from './form-entries';

/** Media type of forms without files. */
export const plainForm = 'application/x-www-form-urlencoded';
/** Most fields of a form. The largest grid has 2,000 columns with a source and a target each. */
const maxFields = 10_000;
/** Most fields of the metadata form: 48 fields of 100 values, some in parts. It is lower, because all of them are rendered. */
export const maxMetadataFields = 5000;
const maxNameCharacters = 300;
/** Largest index in a name such as 'authors[3]'. Conform would make an array of that length. */
const maxListIndex = 1000;
/** Longest intent or state of Conform. Ours are far shorter, and deeply nested ones would overflow its stack. */
const maxControlCharacters = 10_000;
/** Intents that Conform understands; those of a list name the list. */
const listIntents = ['insert', 'remove', 'reorder'];
const intents = [...listIntents, 'update', 'reset', 'validate'];

/**
 * Reads the entries of a posted form, the only function that does: it limits size, number of fields, names and list
 * indexes before anything parses them. Throws a 413 Response for a form that is too large, and a 400 Response for
 * anything else that is refused, including text that is not UTF-8, which would be stored as question marks. The form
 * token is left out, because it has been checked before.
 */
export async function readEntries(request: Request, most = maxFields): Promise<FormEntries> {
  const type = request.headers.get('Content-Type');
  if (type && !type.startsWith(plainForm)) throw new Response(null, { status: 400 });
  const body = await readFormBody(request);
  if (body === null) throw new Response(null, { status: 413 });
  // Only a form without fields may come without a type.
  if (!type && body) throw new Response(null, { status: 400 });
  if (body.split('&', most + 1).length > most) throw new Response(null, { status: 400 });
  if (!isWellEncoded(body)) throw new Response(null, { status: 400 });
  // Text fields cannot produce NUL, and PostgreSQL texts cannot contain it.
  const entries = [...new URLSearchParams(body)]
    .filter(([name]) => name !== formTokenField)
    .map(([name, value]): [string, string] => [name, value.replaceAll('\0', '')]);
  if (!entries.every(([name, value]) => isSound(name, value))) throw new Response(null, { status: 400 });
  return entries;
}

/** Media type of forms with files. */
export const fileForm = 'multipart/form-data';

/**
 * Reads a small form with a field `file` in memory: its other entries, and the bytes of the file; null if none was
 * chosen. Larger files are passed on to the repository unread. Throws a 413 Response for a form that is too large, and a
 * 400 Response for one that is none.
 */
export async function readFileForm(
  request: Request,
  maxFileBytes: number,
): Promise<{ entries: FormEntries; file: Uint8Array<ArrayBuffer> | null }> {
  const bytes = await readBody(request, maxFileBytes + maxFormBytes);
  if (bytes === null) throw new Response(null, { status: 413 });
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw new Response(null, { status: 400 });
  });
  const all = [...form];
  if (all.length > maxFields) throw new Response(null, { status: 400 });
  const entries = all.flatMap(([name, value]): FormEntries =>
    typeof value === 'string' && name !== formTokenField ? [[name, value.replaceAll('\0', '')]] : [],
  );
  if (!entries.every(([name, value]) => isSound(name, value))) throw new Response(null, { status: 400 });
  const file = form.get('file');
  // An empty field for files arrives as a file without a name.
  const isChosen = file instanceof File && file.name !== '';
  return { entries, file: isChosen ? new Uint8Array(await file.arrayBuffer()) : null };
}

/** Whether every escape in the body of a form is UTF-8. Other bytes have been replaced before. */
function isWellEncoded(body: string): boolean {
  try {
    decodeURIComponent(body);
  } catch {
    return false;
  }
  return !body.includes('\ufffd');
}

/**
 * Reads a form of fixed shape by a schema. Takes the entries of a form that was read before, by a guard that stores its
 * text. Fields that the schema does not name are left out.
 */
export async function readForm<Schema extends z.ZodObject>(
  posted: Request | FormEntries,
  schema: Schema,
): Promise<Submission<z.input<Schema>, string[], z.output<Schema>>> {
  const entries = Array.isArray(posted) ? posted : await readEntries(posted);
  const known = [...Object.keys(schema.shape), '__intent__', '__state__'];
  const form = new URLSearchParams(entries.filter(([name]) => known.includes(name.split(/[.[]/, 1)[0] ?? '')));
  return parseWithZod(form, { schema }) as Submission<z.input<Schema>, string[], z.output<Schema>>;
}

/** Reads a form in which users cannot make mistakes, such as one of buttons. Throws a 400 Response if it is not valid. */
export async function readValidForm<Schema extends z.ZodObject>(
  posted: Request | FormEntries,
  schema: Schema,
): Promise<z.output<Schema>> {
  const submission = await readForm(posted, schema);
  if (submission.status !== 'success') throw new Response(null, { status: 400 });
  return submission.value;
}

function isSound(name: string, value: string): boolean {
  if (name === '__intent__') return value.length <= maxControlCharacters && isIntent(value);
  if (name === '__state__') return value.length <= maxControlCharacters && isState(value);
  if (name.length > maxNameCharacters || /__proto__|constructor|prototype/.test(name)) return false;
  const indexes = [...name.matchAll(/\[(\d*)\]/g)].map((match) => Number(match[1]));
  return indexes.length <= 5 && indexes.every((index) => index < maxListIndex);
}

function isIntent(value: string): boolean {
  const intent = parseJson(value) as { type?: unknown; payload?: unknown } | null;
  if (!intent || !intents.includes(String(intent.type))) return false;
  // Conform fails without a payload.
  if (typeof intent.payload !== 'object' || intent.payload === null) return false;
  const { name, index, from, to } = intent.payload as Record<string, unknown>;
  const isIndex = (number: unknown) =>
    number === undefined || (Number.isInteger(number) && Number(number) >= 0 && Number(number) < maxListIndex);
  const isNamed =
    name === undefined ? !listIntents.includes(String(intent.type)) : typeof name === 'string' && isSound(name, '');
  return isNamed && [index, from, to].every(isIndex);
}

function isState(value: string): boolean {
  const state = parseJson(value);
  // Conform fails on a `validated` that is no object.
  return isObject(state) && (!('validated' in state) || isObject(state.validated));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
