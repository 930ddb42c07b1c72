import { Refusal } from './error-codes';

/**
 * Something outside the process is unavailable for now, such as a folder that is not mounted or a child process that
 * was killed.
 */
export class Outage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Outage';
  }
}

/** Seconds after which a client should try again during an outage ('Retry-After'). */
export const retryAfterSeconds = 15;

/** Error codes of the operating system, Node's TLS and nodemailer for network, disk and file descriptors. */
const systemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ESTALE', 'ENODEV', 'ENXIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'],
  ...['ERR_STREAM_PREMATURE_CLOSE', 'ECONNECTION', 'ESOCKET', 'EDNS', 'EAUTH', 'ERR_JWKS_TIMEOUT'],
]);

/**
 * PostgreSQL errors (https://www.postgresql.org/docs/15/errcodes-appendix.html) for connections (08), resources (53),
 * starting and stopping (57P), timeouts (57014, 25P03), a read-only server (25006), a failing disk (58030), and for
 * databases that take no connections (55000), do not exist (3D000) or refuse our login (28) or rights (42501), which
 * the operator must correct.
 */
const sqlStates = /^(?:08\w{3}|53\w{3}|57P\w{2}|57014|25P03|25006|58030|55000|3D000|28\w{3}|42501)$/;

/** Messages of `pg` errors that have no code (pg 8, client.js and pg-pool's index.js). */
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (?:was closed|has encountered a connection error) and is not queryable)/;

/**
 * Errors of S3-compatible stores that pass with time or that the operator must correct
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html), and the SDK's own names.
 */
const storeRefusals = new Set([
  ...['SlowDown', 'ServiceUnavailable', 'InternalError', 'RequestTimeout', 'RequestTimeoutException'],
  ...['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'RequestTimeTooSkewed'],
  ...['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'NoSuchBucket'],
  ...['TimeoutError', 'NetworkingError', 'CredentialsProviderError', 'ThrottlingException'],
]);

/** Operating system errors that DuckDB passes on when it reads or writes a file. */
const engineError =
  /^IO Error\b.*(?:No space left on device|Input\/output error|Read-only file system|Stale file handle|Disk quota exceeded|Permission denied)/s;

/**
 * Whether an error was caused by something outside (database, store, disk, network, mail server) that is unavailable,
 * full or refusing for now, so that trying again later may help.
 */
export function isOutage(error: unknown): boolean {
  return chainOf(error).some(isOutside);
}

function isOutside(error: Error): boolean {
  const { code, responseCode, $metadata } = error as ForeignError;
  if (error instanceof Outage || storeRefusals.has(error.name)) return true;
  if (typeof code === 'string' && (systemCodes.has(code) || sqlStates.test(code))) return true;
  // Mail servers respond with 4xx for 'try again later' (RFC 5321, 4.2.1).
  if (typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500) return true;
  const status = $metadata?.httpStatusCode ?? 0;
  return status === 429 || status >= 500 || lostConnection.test(error.message) || engineError.test(error.message);
}

/** Status of the response to a request that met an outage: something was away (503), or there was no space (507). */
export type OutageStatus = 503 | 507;

/** A status if it is that of an outage, otherwise null. */
export function asOutageStatus(status: number): OutageStatus | null {
  return status === 503 || status === 507 ? status : null;
}

/** The status for an error; null if it is no outage. */
export function outageStatus(error: unknown): OutageStatus | null {
  if (!isOutage(error)) return null;
  return chainOf(error).some(isFull) ? 507 : 503;
}

/** The refusal of a request that met an outage; null if the error is none. */
export function outageRefusal(error: unknown): Refusal | null {
  const status = outageStatus(error);
  if (status === null) return null;
  return new Refusal(status === 507 ? 'storage-full' : 'unavailable');
}

/** Disk, quota of the disk, or PostgreSQL's disk_full. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100']);
const fullEngine = /^IO Error\b.*(?:No space left on device|Disk quota exceeded)/s;

function isFull({ code, message }: Error & ForeignError): boolean {
  return (typeof code === 'string' && fullCodes.has(code)) || fullEngine.test(message);
}

interface ForeignError {
  code?: unknown;
  responseCode?: unknown;
  $metadata?: { httpStatusCode?: number };
}

/**
 * An error with its causes. A query wraps its connection's error, a host with several addresses has one error per
 * address.
 */
function chainOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const { cause, errors } = error as Error & { errors?: unknown };
  const causes: unknown[] = Array.isArray(errors) ? [cause, ...(errors as unknown[])] : [cause];
  return [error, ...causes.flatMap((each) => chainOf(each, depth + 1))];
}
