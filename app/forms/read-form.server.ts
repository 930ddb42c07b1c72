import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';

import { readFormBody } from '../auth/form-body';
import { formTokenField } from '../auth/same-origin-check';
import type { FormEntries } from './form-entries';

/** Most fields: twice the largest grid (2,000 columns, source and target), and room. */
const maxFields = 10_000;
/** Most of the metadata form, which is drawn anew with all it holds: 48 fields of 100 values, some in parts. */
export const maxMetadataFields = 5000;
const maxNameCharacters = 300;
/** Largest index in a name such as 'authors[3]': Conform would make an array of that length. */
const maxListIndex = 1000;
/** Longest order to Conform, or state of it: ours are far shorter, and deep ones end its recursion. */
const maxControlCharacters = 10_000;
/** What Conform may be told; the first ones name the list they change. */
const listIntents = ['insert', 'remove', 'reorder'];
const intents = [...listIntents, 'update', 'reset', 'validate'];

/**
 * Reads a posted form, the only place that does: size, number of fields, names and list indexes are
 * capped before anything parses them (design pitfall 6). Throws a 400 or 413 Response, 400 also for
 * what is no UTF-8: letters of another encoding would be kept as question marks. The form token has been
 * checked before and is left out.
 */
export async function readEntries(request: Request, most = maxFields): Promise<FormEntries> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) throw new Response(null, { status: 400 });
  const body = await readFormBody(request);
  if (body === null) throw new Response(null, { status: 413 });
  if (body.split('&', most + 1).length > most) throw new Response(null, { status: 400 });
  if (!isWellEncoded(body)) throw new Response(null, { status: 400 });
  // NUL is a character no text field yields and no database text holds.
  const entries = [...new URLSearchParams(body)]
    .filter(([name]) => name !== formTokenField)
    .map(([name, value]): [string, string] => [name, value.replaceAll('\0', '')]);
  if (!entries.every(([name, value]) => isSound(name, value))) throw new Response(null, { status: 400 });
  return entries;
}

/** Whether every escape of a form's body stands for UTF-8; bytes that are none were replaced before. */
function isWellEncoded(body: string): boolean {
  try {
    decodeURIComponent(body);
  } catch {
    return false;
  }
  return !body.includes('\ufffd');
}

/** Reads a posted form by a schema; the submission says what is wrong, field by field. */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Submission<z.input<Schema>, string[], z.output<Schema>>> {
  const form = new URLSearchParams(await readEntries(request));
  return parseWithZod(form, { schema }) as Submission<z.input<Schema>, string[], z.output<Schema>>;
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
  // Without what it is about, Conform fails.
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
  return typeof state === 'object' && state !== null && !Array.isArray(state);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
