import { HarvestError } from './harvest-error';

/** Times between which records changed, in milliseconds since 1970; null for no limit. */
export interface HarvestPeriod {
  fromMs: number | null;
  /** Exclusive: a request names the last day or second. */
  beforeMs: number | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A day or second, in milliseconds since 1970. */
interface Datestamp {
  ms: number;
  /** How long it lasts. */
  lengthMs: number;
}

/** Reads `from` and `until`, both inclusive. Throws HarvestError 'badArgument'. */
export function readPeriod(from: string | undefined, until: string | undefined): HarvestPeriod {
  const first = from === undefined ? null : readDatestamp('from', from);
  const last = until === undefined ? null : readDatestamp('until', until);
  if (first && last) {
    if (first.lengthMs !== last.lengthMs) throw bad('"from" and "until" must be both days or both seconds.');
    if (first.ms > last.ms) throw bad('"from" must not be later than "until".');
  }
  return { fromMs: first?.ms ?? null, beforeMs: last && last.ms + last.lengthMs };
}

function readDatestamp(name: string, text: string): Datestamp {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const isSecond = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text);
  const ms = Date.parse(text);
  // There is no year 0 (https://www.w3.org/TR/xmlschema-2/#dateTime), and no 30 February.
  const isValid = (isDay || isSecond) && !text.startsWith('0000') && !Number.isNaN(ms);
  if (!isValid || !new Date(ms).toISOString().startsWith(text.replace('Z', ''))) {
    throw bad(`"${name}" must have the form YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.`);
  }
  return { ms, lengthMs: isDay ? dayMs : 1000 };
}

function bad(message: string): HarvestError {
  return new HarvestError('badArgument', message);
}

/** A time as OAI-PMH writes it, in seconds. */
export function formatSecond(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
