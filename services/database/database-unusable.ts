import { OperatorError } from '@domain/operator-error';

/** What PostgreSQL answers to a wrong name or password, in its own codes. */
const signInCodes = ['28000', '28P01'];

/** No server of a database answers at the address: nobody listens, or there is no such machine. */
const absentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ENOENT'];

/** The database that DATABASE_URL names cannot be used; the message is for the operator and names no password. */
export class DatabaseUnusable extends OperatorError {
  constructor(databaseUrl: string, cause: unknown) {
    super(`DATABASE_URL: ${placeOf(databaseUrl)} cannot be used: ${reasonOf(cause)}`, { cause });
    this.name = 'DatabaseUnusable';
  }
}

function placeOf(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  const server = host || searchParams.get('host') || 'this machine';
  return `the database ${pathname.slice(1) || '(no name)'} at ${server}`;
}

/** Several addresses of one name fail together, with a code and no text. */
function reasonOf(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string };
  if (code && signInCodes.includes(code)) return `user or password was refused (${message}).`;
  const reason = `${message || code || String(cause)}.`;
  if (!code || !absentCodes.includes(code)) return reason;
  return `${reason} Is it running, and are host and port in DATABASE_URL correct?`;
}
