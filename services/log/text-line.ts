import { describeError, type DescribedError } from './describe-error';

type Line = Record<string, unknown> & { level: string; time: string; msg: string; error?: DescribedError };

/** Formats a JSON line of the log for a terminal: time, level, text and members, with errors on the lines below. */
export function textLine(json: string): string {
  const { level, time, msg, error, ...members } = JSON.parse(json) as Line;
  const told = Object.entries(members).map(([name, value]) => `${name}=${String(value)}`);
  return [[time, level, msg, ...told].join(' '), ...(error ? errorLines(error, '  ') : []), ''].join('\n');
}

/** Formats an error for the error output of a command, with the description that the log uses. */
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
