import { BlockList, isIP } from 'node:net';

import { z } from 'zod';

import { knownRoles } from '@domain/roles';

/** An empty variable counts as absent, because `.env` files and container settings often contain them. */
export const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);

/** A whole number from `min` to `max`; `fallback` if the variable is absent. */
export function wholeNumber(fallback: number, { min = 1, max }: { min?: number; max?: number } = {}) {
  const message = `must be a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`;
  return optionalText
    .transform((text) => (text === undefined ? fallback : numberOf(text)))
    .refine((value) => Number.isSafeInteger(value) && value >= min && value <= (max ?? Infinity), message);
}

/** Number in digits, without the other forms that JavaScript reads, such as 1e3; NaN if it is none. */
function numberOf(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Maximum distance in days. Own estimate: nobody waits longer for a vote. */
const maxDays = 365;

/** Different whole numbers of days, negative ones before, separated by commas; in ascending order. */
export function dayList(fallback: readonly number[]) {
  return optionalText
    .transform((text) =>
      (text === undefined ? [...fallback] : text.split(',').map((day) => numberOf(day.trim()))).sort((a, b) => a - b),
    )
    .refine(
      (days) => days.every((day, at) => Number.isInteger(day) && Math.abs(day) <= maxDays && day !== days[at - 1]),
      `must be different whole numbers of days from ${-maxDays} to ${maxDays}, like -7,0,7`,
    );
}

/** Known roles, separated by commas; none if the variable is absent. */
export const roleList = optionalText
  .transform((text) => (text === undefined ? [] : text.split(',').map((role) => role.trim())))
  .pipe(z.array(z.enum(knownRoles, `must be roles separated by commas: ${knownRoles.join(', ')}`)));

/** One of a few words, or undefined. */
export function oneOf<const Words extends readonly [string, string, ...string[]]>(words: Words) {
  const list = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return optionalText.pipe(z.enum(words, `must be ${list}`).optional());
}

/** An address with one of `schemes`. It may contain a password, so messages do not quote it. */
const addressOf = (schemes: string[], likeThis: string, needsHost: boolean) =>
  optionalText.superRefine((value, context) => {
    if (value === undefined) return;
    const error = (message: string) => context.addIssue({ code: 'custom', message });
    const start = schemes.map((scheme) => `${scheme}://`);
    if (/^[a-z][a-z0-9+.-]*:/i.test(value) && !start.some((known) => value.toLowerCase().startsWith(known))) {
      error(`must begin with ${start.join(' or ')}`);
    } else if (!URL.canParse(value)) {
      error(`is not an address like ${likeThis} (in a password, / ? # @ and % are written as %2F %3F %23 %40 %25)`);
    } else if (needsHost && !new URL(value).hostname) error(`does not name a server like ${likeThis}`);
  });

/** Address of PostgreSQL. Without a host it means a socket on this machine. */
export const databaseAddress = addressOf(
  ['postgresql', 'postgres'],
  'postgresql://user:password@host:5432/database',
  false,
);

/** Address of the mail server. */
export const mailServerAddress = addressOf(['smtp', 'smtps'], 'smtp://user:password@host:587', true);

/** Whether the hostname of a `URL` is this machine. */
export const isLoopbackName = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Addresses and CIDR ranges of trusted proxies, separated by commas or spaces. */
export const trustedProxiesSetting = optionalText.transform((text, context) => {
  const list = new BlockList();
  for (const entry of text?.split(/[\s,]+/).filter(Boolean) ?? []) {
    if (!addEntry(list, entry)) context.addIssue(`'${entry}' is neither an address nor a CIDR range`);
  }
  return list;
});

/** Returns whether it could be added. A range of all addresses cannot, because then clients could claim any address. */
function addEntry(list: BlockList, entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const kind = isIP(address);
  if (kind === 0 || more.length > 0) return false;
  const family = kind === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) list.addAddress(address, family);
  else if (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
    list.addSubnet(address, Number(bits), family);
  else return false;
  return true;
}

/** Messages for operators that replace those of zod, which are for programmers. */
export function plainError(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'too_small') return `needs at least ${characters(Number(issue.minimum))}`;
  if (issue.code === 'too_big') return `may have at most ${characters(Number(issue.maximum))}`;
  if (issue.code !== 'invalid_format') return undefined;
  if (issue.format === 'url') return 'is not an address like https://motothek.example';
  return issue.format === 'email' ? 'is not an e-mail address' : undefined;
}

/** One line per variable and error, even if several parts of a value have the same error. */
export function errorLines(error: z.ZodError): string[] {
  return [...new Set(error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`))];
}

function characters(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`;
}

/** IANA name of a time zone. */
export const timeZone = z
  .string()
  .default('Europe/Berlin')
  .refine((zone) => isTimeZone(zone), 'is not the name of a time zone');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
