import { data } from '@remix-run/node';

import type { ClassReport, ClassTable, TakenClass } from '@domain/api/class-report';
import { formatTargetValue, type MappingTarget, SharedTargetsSchema } from '@domain/api/mapping';
import { maxClassFileBytes } from '@domain/limits';

import { maxFormBytes } from '~/auth/same-origin-check';
import {
  type CarriedClass,
  type ClassColumn,
  classColumns,
  classFields,
  type ClassEntries,
  classRequest,
  headersLikeData,
  nameTarget,
  readClass,
  readClassEntries,
  unusedColumns,
  writeClass,
} from '~/forms/class-form';
import type { FormError } from '~/forms/error-summary';
import { entryValue, type FormEntries, readIntent } from '~/forms/form-entries';
import { type Choices, targetFieldId } from '~/forms/mapping-form';
import { fileForm, readEntries, readFileForm } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { listClassTargets, reportClass, takeClass } from '~/repository-client/class-report';
import { orFailurePage, RepositoryError } from '~/repository-client/transport';

/** What every step carries on: the class as text, and what was chosen. */
export interface CarriedForm {
  tables: string;
  choices: [source: string, target: string][];
  testDate: string;
  allTargets: boolean;
}

/** A step of the screen with what it shows. Nothing of it is kept between two requests. */
export type ClassStep =
  | {
      step: 'take';
      carried: CarriedForm | null;
      pasted: string;
      /** A file was chosen, which browsers do not keep. */
      hadFile: boolean;
      hasErrors?: boolean;
      errors: FormError[];
    }
  | {
      step: 'mapping';
      carried: CarriedForm;
      columns: ClassColumn[];
      /** First rows of the columns, numbered as in the first table. */
      rows: { row: number; values: (string | null)[] }[];
      tableNames: string[];
      skipped: string[];
      /** Headers that are probably a child; null if there are none. */
      likeData: string[] | null;
      targets: MappingTarget[];
      /** Number of columns that were recognised a moment ago; null later. */
      recognised: number | null;
      hasErrors?: boolean;
      errors: FormError[];
    }
  | {
      step: 'report';
      carried: CarriedForm;
      report: ClassReport;
      /** Names of the columns that are not in the report. */
      unused: string[];
      page: number;
    };

/** A posted form: its entries, and the file if it had one. */
export interface PostedClass {
  entries: FormEntries;
  /** Null if none was chosen, or if the form was sent with its name only. */
  file: Uint8Array<ArrayBuffer> | null;
}

/** Reads a posted form, with its file if it is sent with one. */
export async function readPostedClass(request: Request): Promise<PostedClass> {
  const isOfFile = request.headers.get('Content-Type')?.startsWith(fileForm) ?? false;
  return isOfFile ? readFileForm(request, maxClassFileBytes) : { entries: await readEntries(request), file: null };
}

/** The step that a posted form leads to: the one of its button, or its own with what has been typed. */
export async function nextStep(request: Request, context: LoadContext) {
  const posted = await readPostedClass(request);
  const { entries } = posted;
  const { verb, argument } = readIntent(entries);
  const wanted = verb === '' ? entryValue(entries, 'step') : verb;
  if (verb === 'read' || verb === 'read-file') return readStep(verb, posted, context, request.signal);
  const carried = readClass(entryValue(entries, 'tables'));
  if (wanted === 'take' || carried === null) return takeStep(entries, carried, context);
  const typed = readClassEntries(entries, carried.tables);
  if (wanted === 'page' || wanted === 'report') {
    return reportStep(
      { carried, typed, entries, page: Number(argument || entryValue(entries, 'page')) || 1 },
      context,
      request.signal,
    );
  }
  return mappingStep({ carried, typed, entries, showsAll: wanted === 'targets' }, context);
}

/** The first step again, with the class that has been read, so that nothing is lost by going back. */
function takeStep(entries: FormEntries, carried: CarriedClass | null, { language }: LoadContext) {
  const isLost = carried === null && entryValue(entries, 'tables') !== '';
  const errors = isLost ? [{ message: translate(language)('my-class:lost'), fieldId: null }] : [];
  const kept = carried && carriedForm(entries, carried, readClassEntries(entries, carried.tables));
  const hadFile = entryValue(entries, 'file') !== '';
  const step: ClassStep = { step: 'take', carried: kept, pasted: entryValue(entries, 'pasted'), hadFile, errors };
  return data(isLost ? { ...step, hasErrors: true } : step, { status: isLost ? 400 : 200 });
}

/** Reads the file or the pasted table. What was pasted comes back with the reason if it cannot be read. */
async function readStep(
  verb: 'read' | 'read-file',
  { entries, file }: PostedClass,
  context: LoadContext,
  signal: AbortSignal,
) {
  const t = translate(context.language);
  const pasted = entryValue(entries, 'pasted');
  const carried = readClass(entryValue(entries, 'tables'));
  const isFile = verb === 'read-file';
  const refuse = (message: string, status: number) => {
    const kept = carried && carriedForm(entries, carried, readClassEntries(entries, carried.tables));
    const errors = [{ message, fieldId: isFile ? classFields.file : classFields.paste }];
    const step: ClassStep = { step: 'take', carried: kept, pasted, hadFile: file !== null, hasErrors: true, errors };
    return data(step, { status });
  };
  const bytes = isFile ? file : new TextEncoder().encode(pasted);
  if (bytes === null) return refuse(t('errors:file-missing'), 400);
  if (!isFile && pasted.trim() === '') return refuse(t('my-class:take.missing'), 400);
  try {
    const taken = await takeClass(context, bytes, signal);
    const tables = writeClass({ tables: taken.tables, skipped: skippedOf(taken) });
    if (encodedBytes(tables) > mostEncoded) return refuse(t('my-class:tooLong'), 413);
    return suggestedStep(taken, tables, context);
  } catch (error) {
    if (!(error instanceof RepositoryError) || error.status >= 500) return orFailurePage(Promise.reject<never>(error));
    return refuse(error.userMessage, error.status);
  }
}

/** Room for the choices beside the tables in a form. */
const mostEncoded = maxFormBytes - 128 * 1024;

/** Bytes of a text in a plain form, where line breaks have two characters. */
function encodedBytes(text: string): number {
  return new URLSearchParams([['tables', text.replaceAll('\n', '\r\n')]]).toString().length;
}

function skippedOf({ skipped }: TakenClass): string[] {
  return skipped.flatMap(({ name, reason }) => (reason === 'empty' ? [] : [name]));
}

/** The second step with what the columns seem to mean. */
async function suggestedStep(taken: TakenClass, tables: string, context: LoadContext) {
  const choices: [string, string][] = [
    ...taken.suggested.map(({ source, target }): [string, string] => [source, formatTargetValue(target)]),
    ...taken.names.map((name): [string, string] => [name, nameTarget]),
  ];
  const step: ClassStep = {
    step: 'mapping',
    carried: { tables, choices, testDate: '', allTargets: false },
    ...shownColumns({ tables: taken.tables, skipped: skippedOf(taken) }),
    targets: await orFailurePage(listClassTargets(context)),
    recognised: choices.length,
    errors: [],
  };
  return data(step);
}

interface TypedClass {
  carried: CarriedClass;
  typed: ClassEntries;
  entries: FormEntries;
}

async function mappingStep(
  { carried, typed, entries, showsAll = false }: TypedClass & { showsAll?: boolean },
  context: LoadContext,
  errors: FormError[] = [],
  status = 200,
) {
  const form = carriedForm(entries, carried, typed);
  const step: ClassStep = {
    step: 'mapping',
    carried: showsAll ? { ...form, allTargets: true } : form,
    ...shownColumns(carried),
    targets: await orFailurePage(listClassTargets(context)),
    recognised: null,
    errors,
  };
  return data(errors.length > 0 ? { ...step, hasErrors: true } : step, { status });
}

async function reportStep({ page, ...sent }: TypedClass & { page: number }, context: LoadContext, signal: AbortSignal) {
  const { carried, typed, entries } = sent;
  const request = classRequest(carried.tables, typed);
  const t = translate(context.language);
  if (!request) {
    const error = { message: t('my-class:mapping.testDateWrong'), fieldId: classFields.testDate };
    return mappingStep(sent, context, [error], 400);
  }
  try {
    const report = await reportClass(context, request, signal);
    const unused = unusedColumns(classColumns(carried.tables), typed.choices);
    const step: ClassStep = { step: 'report', carried: carriedForm(entries, carried, typed), report, unused, page };
    return data(step);
  } catch (error) {
    if (!(error instanceof RepositoryError) || error.status >= 500) return orFailurePage(Promise.reject<never>(error));
    return mappingStep(sent, context, refusedMapping(error, carried.tables), error.status);
  }
}

/** Errors at the day or the columns that a refusal is about, or of the whole form. */
function refusedMapping({ userMessage: message, code, problem }: RepositoryError, tables: ClassTable[]): FormError[] {
  if (code.startsWith('class-day-')) return [{ message, fieldId: classFields.testDate }];
  const shared = SharedTargetsSchema.catch([]).parse(problem.shared);
  const columns = new Map(classColumns(tables).map(({ name, letters }) => [name, letters]));
  const [first] = shared;
  const letters = first?.columns.flatMap((name) => columns.get(name) ?? []) ?? [];
  return letters.length === 0
    ? [{ message, fieldId: null }]
    : letters.map((of) => ({ message, fieldId: targetFieldId(of) }));
}

function carriedForm(entries: FormEntries, carried: CarriedClass, { choices, testDate }: ClassEntries): CarriedForm {
  return {
    tables: writeClass(carried),
    choices: inOrder(choices),
    testDate,
    allTargets: entryValue(entries, 'allTargets') !== '',
  };
}

function inOrder(choices: Choices): [string, string][] {
  return [...choices];
}

/** Rows that show what is in a column. */
const sampleRows = 5;

/** The columns of all tables with their first cells, each of the first table that has it. */
function shownColumns({ tables, skipped }: CarriedClass) {
  const columns = classColumns(tables);
  const samples = tables.map(firstRows);
  const cellsOf = ({ name }: ClassColumn) => {
    const table = tables.findIndex((one) => one.columns.some((column) => column.name === name));
    const at = tables[table]?.columns.findIndex((column) => column.name === name) ?? -1;
    return samples[table]?.map(({ cells }) => cells[at] ?? null) ?? [];
  };
  const values = columns.map(cellsOf);
  const rows = (samples[0] ?? []).map(({ row }, i) => ({ row, values: values.map((cells) => cells[i] ?? null) }));
  return { columns, rows, tableNames: tables.map(({ name }) => name), skipped, likeData: headersLikeData(tables) };
}

function firstRows({ rows, leftOut, firstRow }: ClassTable): { row: number; cells: string[] }[] {
  const isLeftOut = (row: number) => leftOut.some(({ from, to }) => row >= from && row <= to);
  return rows
    .map((cells, index) => ({ row: index + firstRow, cells }))
    .filter(({ row, cells }) => !isLeftOut(row) && cells.some((cell) => cell !== ''))
    .slice(0, sampleRows);
}
