import pino, { type DestinationStream, type Logger } from 'pino';

import { isOutage } from '@domain/outage';

import { describeError, type DescribedError } from '../log/describe-error';
import { logContext, type LogContext } from '../log/log-context';
import { plainWords, withoutAddresses } from '../log/plain-words';
import { createRepeatLimit } from '../log/repeats';
import { textLine } from '../log/text-line';

export interface LogSettings {
  level: 'debug' | 'info' | 'warn' | 'error';
  /** undefined = text on a terminal, JSON otherwise. */
  format: 'json' | 'text' | undefined;
}

/** What a line says beside its text. `error` is described without its values; others stand as they are. */
export interface LogMembers {
  error?: unknown;
  [member: string]: unknown;
}

type Level = LogSettings['level'];
type Members = Record<string, unknown> & { error?: DescribedError };

let logger = createLogger({ level: 'info', format: undefined });
const repeats = createRepeatLimit((kind, left) => {
  const [level, msg] = kind.split('\n');
  logger[level === 'error' ? 'error' : 'warn']({ left }, `${left} more lines like this one: ${msg ?? kind}`);
});

/**
 * The server's log: one line per event on standard output, for whatever collects it. Texts are sentences of
 * ours without data of persons; an error goes into its own argument, where it is described by an allow-list
 * (decision 0064).
 */
export const log = {
  info: (text: string, members?: LogMembers) => write('info', text, members),
  warn: (text: string, members?: LogMembers) => write('warn', text, members),
  /**
   * A fault of ours, with the reference number the user was shown where there is one. What is away is no
   * fault: a warning, without a number, since its page shows none.
   */
  fault: (error: unknown, reference = '', text?: string) => {
    if (isOutage(error)) return write('warn', text ?? 'A service that the server needs is unavailable', { error });
    const context = logContext();
    if (context && reference) context.reference = reference;
    write('error', text ?? 'Unexpected server error', { error, ...(reference ? { reference } : {}) });
  },
  /** What ends the server, whatever it is. */
  end: (error: unknown, text: string) => write('error', text, { error }),
  /** The one line of a request that is over. */
  request: ({ isQuiet, ...members }: { isQuiet: boolean; method: string; status?: number; durationMs: number }) => {
    const failed = (members.status ?? 0) >= 500;
    logger[failed ? 'warn' : isQuiet ? 'debug' : 'info'](members, 'request');
  },
};

/** Whether the log is for a person at a terminal. */
export function isTextLog(format: LogSettings['format']): boolean {
  return (format ?? (process.stdout.isTTY ? 'text' : 'json')) === 'text';
}

/** `to` is standard output but in tests. */
export function createLogger({ level, format }: LogSettings, to?: DestinationStream): Logger {
  const isText = isTextLog(format);
  // Written before the call returns: the last line of a dying process is not lost.
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

/** Puts another logger in the place of the one in force; answers what undoes it. For tests. */
export function writeLogTo(other: Logger): () => void {
  const before = logger;
  logger = other;
  return () => void (logger = before);
}

function contextMembers(): LogContext {
  // The line of the request tells the reference, and that of the fault its own.
  return { ...logContext(), reference: undefined };
}

/**
 * Takes over what else would write: faults that nobody caught end the process as before, with a line of
 * ours, as Node's own print every member of an error; so do its warnings and what libraries tell the console.
 */
export function openLog(settings: LogSettings): void {
  logger = createLogger(settings);
  process.on('uncaughtException', (error) => {
    log.end(error, 'An uncaught error ends the server');
    process.exit(1);
  });
  process.on('exit', () => repeats.end());
  process.removeAllListeners('warning');
  process.on('warning', (error) => log.warn('Node warning', { error }));
  for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) {
    console[method] = (...told: unknown[]) => {
      const error = told.find((one) => one instanceof Error);
      const text = typeof told[0] === 'string' ? plainWords(told[0]) : '';
      log.warn(`Library: ${text}`, error ? { error } : {});
    };
  }
}

function write(level: Level, text: string, { error, ...others }: LogMembers = {}): void {
  const members: Members = error === undefined ? others : { ...others, error: describeError(error) };
  const msg = withoutAddresses(text);
  if ((level === 'warn' || level === 'error') && !repeats.admit(kindOf(level, msg, members.error))) return;
  logger[level](members, msg);
}

/** What makes lines equal: text and error without their numbers, and where it came up. */
function kindOf(level: Level, msg: string, error: DescribedError | undefined): string {
  const causes: string[] = [];
  for (let one = error; one; one = one.cause) {
    causes.push(`${one.name} ${String(one.code ?? '')} ${one.message ?? ''} ${one.frames?.[0] ?? ''}`);
  }
  return [level, msg, ...causes].join('\n').replace(/\d+|…/g, '0').slice(0, 1000);
}
