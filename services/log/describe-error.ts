import { constants } from 'node:os';
import path from 'node:path';
import { getSystemErrorName } from 'node:util';

/** Description of an error for the log, without anything that users typed or uploaded and without personal data. */
export interface DescribedError {
  name: string;
  /** Part of the message that cannot contain data (`plainWords`). Absent if other members say more. */
  message?: string;
  /** Members that are names, codes or numbers. */
  [member: string]: string | number | string[] | DescribedError | DescribedError[] | undefined;
  /** SQL with `$1` in place of values. */
  statement?: string;
  /** Stack frames, without the message that a stack starts with. */
  frames?: string[];
  cause?: DescribedError;
  /** Errors of an AggregateError, such as one for each address of a host. */
  errors?: DescribedError[];
}

/** These limits keep a line of the log below about 8 kB. */
const maxDepth = 5;
const maxErrors = 4;
const maxFrames = 10;
/** A cause mostly occurred where the error did. */
const maxCauseFrames = 4;
const maxFrameCharacters = 160;
const maxStatementCharacters = 500;

type Members = Record<string, unknown>;

/**
 * Members that are names or codes, by kind of error. In other errors, `column` may be the name of a user's column.
 * PostgreSQL's `detail`, `where`, `hint` and `internalQuery` contain values.
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
const numberMembers = ['dataSet', 'port', 'status', 'statusCode', 'responseCode'];

/**
 * Describes an error for the log with an allow-list of class, codes, statement, stack frames and causes. Messages are
 * cut to words, because libraries put values into them. Drizzle adds the parameters, PostgreSQL, DuckDB and JSON.parse
 * the input that they could not parse, and mail servers the recipient.
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

/** If a class does not set `name`, the name of its constructor is used. */
function nameOf({ name, constructor }: Members): string {
  const given =
    typeof name === 'string' && !/^error$/i.test(name) ? name : (constructor as { name?: unknown } | undefined)?.name;
  return typeof given === 'string' && /^[\w.$-]{1,60}$/.test(given) ? given : 'Error';
}

function messageOf(error: Members): string | undefined {
  if (typeof error.message !== 'string' || isStatement(error)) return undefined;
  // JSON, RegExp and BigInt quote their input, and the members of system errors say everything.
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

/** Messages of DuckDB and others for errors of the operating system. */
const systemMessages: Record<string, RegExp> = {
  ENOSPC: /no space left on device/i,
  EDQUOT: /disk quota exceeded/i,
  EACCES: /permission denied/i,
  EROFS: /read-only file system/i,
  EMFILE: /too many open files/i,
  ECONNREFUSED: /connection refused/i,
};

/**
 * Code of an error of the operating system. nodemailer replaces the code with its own but keeps the number. Others,
 * including our child processes, only mention it in the message.
 */
function systemCode({ errno, code, message }: Members): { code: string } | undefined {
  if (Number.isInteger(errno) && (errno as number) < 0) return { code: getSystemErrorName(errno as number) };
  if (code !== undefined || typeof message !== 'string') return undefined;
  const named = message.match(/\bE[A-Z0-9]{3,}\b/g)?.find((word) => word in constants.errno);
  const worded = Object.keys(systemMessages).find((name) => systemMessages[name]!.test(message));
  const found = named ?? worded;
  return found === undefined ? undefined : { code: found };
}

/** Status of a response of the object store. */
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

/** Frames of the stack, without the message before them, which may contain anything, even lines that look like a frame. */
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

const maxMessageCharacters = 200;

/** Characters and words after which messages of libraries quote their input. */
const quoting = /["`“”„‘’‚«»<>{}[\]():=\n]|(?<!\w)'|\bfrom\b/u;
/** A word, or a number too short to identify anyone, such as a status or a count. */
const plain = /^(?:[a-z][a-z'-]{0,23}|\d{1,3})[.,;]?$/i;
/** Codes such as ECONNREFUSED. */
const code = /^[A-Z][A-Z_]{2,39}[.,;]?$/;

/**
 * Cuts the message of a library to the part that cannot contain data: its words up to the first quotation mark, bracket
 * or colon. Addresses, paths, long numbers and everything else that is not a word become '…'.
 */
export function plainWords(message: string): string {
  const text = message.slice(0, 2000);
  const [start = ''] = text.split(quoting, 1);
  const words = start
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (plain.test(word) || code.test(word) ? word : '…'));
  if (start.length < text.length && words.at(-1) !== '…') words.push('…');
  return words.join(' ').slice(0, maxMessageCharacters);
}

/** Code of an error or of the first of its causes that has one, that of a mail server before others; null without one. */
export function codeOfError(error: unknown): string | null {
  let described: DescribedError | undefined = describeError(error);
  while (described) {
    const found = described.responseCode ?? described.code;
    if (found !== undefined) return String(found as string | number);
    described = described.cause ?? described.errors?.[0];
  }
  return null;
}

/** Removes e-mail addresses, and addresses of servers with a password, from a text. */
export function withoutAddresses(text: string): string {
  return text.replace(/\S+@\S+/g, '…');
}
