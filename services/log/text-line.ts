import { describeError, type DescribedError } from './describe-error';

type Line = Record<string, unknown> & { level: string; time: string; msg: string; error?: DescribedError };

/** A line of the log as a person reads it on a terminal: time, level, text, members, and errors below. */
export function textLine(json: string): string {
  const { level, time, msg, error, ...members } = JSON.parse(json) as Line;
  const told = Object.entries(members).map(([name, value]) => `${name}=${String(value)}`);
  return [[time, level, msg, ...told].join(' '), ...(error ? errorLines(error, '  ') : []), ''].join('\n');
}

/** An error as the log describes it, for the error output of a command. */
export function textOfError(error: unknown): string {
  return errorLines(describeError(error), '').join('\n');
}

function errorLines(error: DescribedError, indent: string): string[] {
  const { name, message, frames = [], cause, errors = [], ...members } = error;
  const told = Object.entries(members).map(([member, value]) => `${member}=${String(value)}`);
  const deeper = `${indent}  `;
  return [
    `${indent}${[message ? `${name}: ${message}` : name, ...told].join(' ')}`,
    ...frames.map((line) => `${deeper}at ${line}`),
    ...[...(cause ? [cause] : []), ...errors].flatMap((inner) => errorLines(inner, deeper)),
  ];
}
