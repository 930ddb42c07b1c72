import pino, { type DestinationStream, type Logger } from 'pino';

import { isOutage } from '@domain/outage';

import { describeError, plainWords, withoutAddresses, type DescribedError } from './describe-error';
import { logContext, type LogContext } from './log-context';
import { textLine } from './text-line';

export interface LogSettings {
  level: 'debug' | 'info' | 'warn' | 'error';
  /** undefined means text on a terminal and JSON otherwise. */
  format: 'json' | 'text' | undefined;
}

/** Members of a line besides its text. Values in `error` are left out (`describeError`), others are logged as they are. */
export interface LogMembers {
  error?: unknown;
  [member: string]: unknown;
}

type Level = LogSettings['level'];
type Members = Record<string, unknown> & { error?: DescribedError };

/** Number of equal lines that are written per minute. Further ones are only counted. */
export const maxEqualLines = 10;
const windowMs = 60_000;
/** Number of different lines that are counted at the same time. Further ones count as equal. */
const maxKinds = 500;

const repeats = new Map<string, { count: number; timer: NodeJS.Timeout }>();
let logger = createLogger({ level: 'info', format: undefined });

/**
 * The server's log. Each event is one line on standard output. Texts must not contain personal data. Errors are passed
 * as `error` and described with an allow-list (decision 0064).
 */
export const log = {
  info: (text: string, members?: LogMembers) => write('info', text, members),
  warn: (text: string, members?: LogMembers) => write('warn', text, members),
  /**
   * An unexpected server error, with the reference number shown to the user, if any. An outage is logged as a warning
   * without the number, because its page does not show one.
   */
  error: (error: unknown, reference = '', text?: string) => {
    if (isOutage(error)) return write('warn', text ?? 'Something the server depends on is not available', { error });
    const context = logContext();
    if (context && reference) context.reference = reference;
    write('error', text ?? 'Unexpected server error', { error, ...(reference ? { reference } : {}) });
  },
  /** An error that ends the server, even if it is an outage. */
  end: (error: unknown, text: string) => write('error', text, { error }),
  /** The line about a request that is over. */
  request: ({ isQuiet, ...members }: { isQuiet: boolean; method: string; status?: number; durationMs: number }) => {
    const failed = (members.status ?? 0) >= 500;
    logger[failed ? 'warn' : isQuiet ? 'debug' : 'info'](members, 'request');
  },
};

/** Whether the log is text for a terminal. */
export function isTextLog(format: LogSettings['format']): boolean {
  return (format ?? (process.stdout.isTTY ? 'text' : 'json')) === 'text';
}

/** Writes to standard output, in tests to `to`. */
export function createLogger({ level, format }: LogSettings, to?: DestinationStream): Logger {
  const isText = isTextLog(format);
  // Synchronous, so that the last line of a dying process is not lost.
  const lines = to ?? pino.destination({ dest: 1, sync: true });
  const settings = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: contextMembers,
  };
  return pino(settings, isText ? { write: (json: string) => void lines.write(textLine(json)) } : lines);
}

/** Replaces the logger in tests. Returns a function that undoes it. */
export function writeLogTo(other: Logger): () => void {
  const before = logger;
  logger = other;
  return () => void (logger = before);
}

function contextMembers(): LogContext {
  // Only the lines of the request and of its error contain the reference, which they are given.
  return { ...logContext(), reference: undefined };
}

/**
 * Sets up the log and redirects everything else to it: uncaught errors, which still end the process, Node's warnings
 * and the console. Otherwise Node would print all members of an error.
 */
export function openLog(settings: LogSettings): void {
  logger = createLogger(settings);
  process.on('uncaughtException', (error) => {
    log.end(error, 'An uncaught error ends the server');
    process.exit(1);
  });
  process.on('exit', () => [...repeats.keys()].forEach(endRepeats));
  process.removeAllListeners('warning');
  process.on('warning', (error) => log.warn('Warning from Node', { error }));
  for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) {
    console[method] = (...told: unknown[]) => {
      const error = told.find((one) => one instanceof Error);
      const text = typeof told[0] === 'string' ? plainWords(told[0]) : '';
      log.warn(`Output of a library: ${text}`, error ? { error } : {});
    };
  }
}

function write(level: Level, text: string, { error, ...others }: LogMembers = {}): void {
  const members: Members = error === undefined ? others : { ...others, error: describeError(error) };
  const msg = withoutAddresses(text);
  if ((level === 'warn' || level === 'error') && isRepeated(kindOf(level, msg, members.error))) return;
  logger[level](members, msg);
}

/** Identifies equal lines: text and error without numbers, and where the error occurred. */
function kindOf(level: Level, msg: string, error: DescribedError | undefined): string {
  const causes: string[] = [];
  for (let one = error; one; one = one.cause) {
    causes.push(`${one.name} ${String(one.code ?? '')} ${one.message ?? ''} ${one.frames?.[0] ?? ''}`);
  }
  return [level, msg, ...causes].join('\n').replace(/\d+|…/g, '0').slice(0, 1000);
}

/** Counts a line and returns whether too many equal ones were written within a minute. */
function isRepeated(given: string): boolean {
  const kind = repeats.has(given) || repeats.size < maxKinds ? given : 'various';
  const known = repeats.get(kind);
  if (known) return ++known.count > maxEqualLines;
  repeats.set(kind, { count: 1, timer: setTimeout(endRepeats, windowMs, kind).unref() });
  return false;
}

/** Logs how many equal lines were left out. */
function endRepeats(kind: string): void {
  const { count = 0, timer } = repeats.get(kind) ?? {};
  clearTimeout(timer);
  repeats.delete(kind);
  const left = count - maxEqualLines;
  if (left <= 0) return;
  const [level, msg] = kind.split('\n');
  logger[level === 'error' ? 'error' : 'warn']({ left }, `${left} more lines like this one: ${msg ?? kind}`);
}
