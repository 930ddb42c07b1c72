import { constants } from 'node:os';
import path from 'node:path';
import { getSystemErrorName } from 'node:util';

import { plainWords } from './plain-words';

/** What the log says of an error: nothing that somebody typed, uploaded or is known by. */
export interface DescribedError {
  name: string;
  /** What of the message can hold no data: see `plainWords`. Absent where fields say more. */
  message?: string;
  /** Members that are names, codes and numbers by their nature, as far as they look like it. */
  [member: string]: string | number | string[] | DescribedError | DescribedError[] | undefined;
  /** SQL with `$1` in the place of values. */
  statement?: string;
  /** Where it came up, without the message that a stack begins with. */
  frames?: string[];
  cause?: DescribedError;
  /** Of an AggregateError: a name with several addresses, of which none answers. */
  errors?: DescribedError[];
}

/** A line of the log stays below some 8 kB by these bounds. */
const maxDepth = 5;
const maxErrors = 4;
const maxFrames = 10;
/** A cause mostly came up where the error did. */
const maxCauseFrames = 4;
const maxFrameCharacters = 160;
const maxStatementCharacters = 500;

type Members = Record<string, unknown>;

/**
 * Members that are names and codes, of errors of which we know that: another's `column` may be what somebody
 * called theirs. PostgreSQL's `detail`, `where`, `hint` and `internalQuery` hold values.
 */
const identifierMembers: { of: (error: Members) => boolean; members: string[] }[] = [
  { of: () => true, members: ['code'] },
  { of: ({ syscall }) => typeof syscall === 'string', members: ['syscall', 'hostname', 'address'] },
  {
    of: ({ severity, routine }) => typeof severity === 'string' && typeof routine === 'string',
    members: ['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'],
  },
  { of: (error) => 'error_description' in error, members: ['error'] },
  { of: ({ name }) => name === 'TableEngineError', members: ['reason'] },
  { of: ({ code }) => /^E[A-Z]+$/.test(String(code)), members: ['command'] },
];
const identifier = /^[\w.:%-]{1,80}(?: [A-Z]{1,10})?$/;
const numberMembers = ['port', 'status', 'statusCode', 'responseCode'];

/**
 * Describes an error for the log by an allow-list: class, codes, statement, stack frames and causes.
 * Messages are cut to what can hold no data, since libraries put values into theirs: drizzle the parameters,
 * PostgreSQL, DuckDB and JSON.parse what they could not read, mail servers the recipient.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (typeof error === 'string') return { name: 'thrown text', message: plainWords(error) };
  if (typeof error !== 'object' || error === null) return { name: `thrown ${typeof error}` };
  const members = error as Members;
  const described: DescribedError = { name: nameOf(members), message: messageOf(members) };
  for (const member of identifierMembers.flatMap((kind) => (kind.of(members) ? kind.members : []))) {
    const value = members[member];
    if (typeof value === 'string' && identifier.test(value)) described[member] = value;
  }
  for (const member of numberMembers) {
    if (typeof members[member] === 'number') described[member] = members[member];
  }
  Object.assign(described, systemCode(members), storeStatus(members), statementOf(members));
  const frames = framesOf(members).slice(0, depth === 0 ? maxFrames : maxCauseFrames);
  if (frames.length > 0) described.frames = frames;
  if (depth >= maxDepth) return described;
  if (members.cause) described.cause = describeError(members.cause, depth + 1);
  if (Array.isArray(members.errors)) {
    described.errors = members.errors.slice(0, maxErrors).map((one) => describeError(one, maxDepth));
  }
  return described;
}

/** Classes that do not name themselves are called by their constructor. */
function nameOf({ name, constructor }: Members): string {
  const given =
    typeof name === 'string' && !/^error$/i.test(name) ? name : (constructor as { name?: unknown } | undefined)?.name;
  return typeof given === 'string' && /^[\w.$-]{1,60}$/.test(given) ? given : 'Error';
}

function messageOf(error: Members): string | undefined {
  if (typeof error.message !== 'string' || isStatement(error)) return undefined;
  // JSON, RegExp and BigInt name what they could not read, and system errors have all in their members.
  if (error.name === 'SyntaxError' || typeof error.syscall === 'string') return undefined;
  return (zodIssues(error) ?? plainWords(error.message)) || undefined;
}

/** Paths and codes; what was entered is in neither, as long as keys are ours. */
function zodIssues({ name, issues }: Members): string | undefined {
  if (!Array.isArray(issues) || !/zod/i.test(String(name))) return undefined;
  const told = (issues as { path?: PropertyKey[]; code?: string }[]).slice(0, 10).map(({ path, code }) => {
    const steps = (path ?? []).map((step) => (/^\w{1,40}$/.test(String(step)) ? String(step) : '…'));
    return `${steps.join('.') || 'value'} ${code ?? ''}`.trim();
  });
  return told.join(', ');
}

/** How DuckDB and others word what the system refused. */
const systemSentences: Record<string, RegExp> = {
  ENOSPC: /no space left on device/i,
  EDQUOT: /disk quota exceeded/i,
  EACCES: /permission denied/i,
  EROFS: /read-only file system/i,
  EMFILE: /too many open files/i,
  ECONNREFUSED: /connection refused/i,
};

/**
 * Code of what the system refused. nodemailer writes a code of its own over it, but leaves the number; others,
 * and processes of ours, name it in the message alone.
 */
function systemCode({ errno, code, message }: Members): { code: string } | undefined {
  if (Number.isInteger(errno) && (errno as number) < 0) return { code: getSystemErrorName(errno as number) };
  if (code !== undefined || typeof message !== 'string') return undefined;
  const named = message.match(/\bE[A-Z0-9]{3,}\b/g)?.find((word) => word in constants.errno);
  const worded = Object.keys(systemSentences).find((name) => systemSentences[name]!.test(message));
  const found = named ?? worded;
  return found === undefined ? undefined : { code: found };
}

/** Status of an answer of the object store. */
function storeStatus({ $metadata }: Members): { status: number } | undefined {
  const status = ($metadata as { httpStatusCode?: unknown } | undefined)?.httpStatusCode;
  return typeof status === 'number' ? { status } : undefined;
}

const isStatement = (error: Members) => typeof error.query === 'string' && 'params' in error;

function statementOf(error: Members): { statement: string } | undefined {
  if (!isStatement(error)) return undefined;
  const text = (error.query as string).replace(/'(?:[^']|'')*(?:'|$)/g, "'…'").replace(/\s+/g, ' ');
  return { statement: text.slice(0, maxStatementCharacters) };
}

const frame = /^ {4}at (?:[\w$.<>#[\] ]{1,120} )?\(?(?:file:\/\/|node:|\/|[A-Z]:\\|<anonymous>)[^\s()]*\)?$/;

/** The stack without the message before it, which may hold anything, lines that look like a frame too. */
function framesOf({ stack, message }: Members): string[] {
  if (typeof stack !== 'string') return [];
  const at = typeof message === 'string' && message !== '' ? stack.indexOf(message) : -1;
  const lines = stack.slice(at < 0 ? 0 : at + (message as string).length).split('\n');
  const isFrame = lines.map((line) => frame.test(line));
  return lines
    .slice(isFrame.lastIndexOf(false) + 1)
    .map((line) => shorten(line.trim().slice('at '.length)).slice(0, maxFrameCharacters));
}

const here = `${process.cwd()}${path.sep}`;
const shorten = (line: string) => line.replace('file://', '').replace(here, '');
