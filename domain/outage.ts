/** Something outside of us is away for now: a folder that is not mounted, a child that was killed. */
export class Outage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Outage';
  }
}

/** Told to whoever asks while something is away, in seconds ('Retry-After'). */
export const retryAfterSeconds = 15;

/** Codes of the operating system, of Node's TLS and of nodemailer: network, disk and descriptors. */
const systemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ESTALE', 'ENODEV', 'ENXIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'],
  ...['ERR_STREAM_PREMATURE_CLOSE', 'ECONNECTION', 'ESOCKET', 'EDNS', 'EAUTH', 'ERR_JWKS_TIMEOUT'],
]);

/**
 * Conditions of PostgreSQL (https://www.postgresql.org/docs/15/errcodes-appendix.html): connections (08),
 * resources (53), stopped or starting (57P), statements and transactions over their time, a disk that fails,
 * a server that has become a read-only copy; and a database that takes no connections (55000), is gone or
 * renamed (3D000), or refuses our name, password (28) or rights (42501), which its operator mends.
 */
const sqlStates = /^(?:08\w{3}|53\w{3}|57P\w{2}|57014|25P03|25006|58030|55000|3D000|28\w{3}|42501)$/;

/** What `pg` says without a code (pg 8, client.js and pg-pool's index.js). */
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (?:was closed|has encountered a connection error) and is not queryable)/;

/**
 * Refusals of S3-compatible stores that time or the operator mends
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html), and the SDK's own names.
 */
const storeRefusals = new Set([
  ...['SlowDown', 'ServiceUnavailable', 'InternalError', 'RequestTimeout', 'RequestTimeoutException'],
  ...['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'RequestTimeTooSkewed'],
  ...['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'NoSuchBucket'],
  ...['TimeoutError', 'NetworkingError', 'CredentialsProviderError', 'ThrottlingException'],
]);

/** What DuckDB hands on from the operating system when it reads or writes a file. */
const engineFault =
  /^IO Error\b.*(?:No space left on device|Input\/output error|Read-only file system|Stale file handle|Disk quota exceeded|Permission denied)/s;

/**
 * Whether an error comes from something outside that is away, full or refuses for now (database, store,
 * disk, network, mail server), and not from what was asked: trying again later may help.
 */
export function isOutage(error: unknown): boolean {
  return chainOf(error).some(isOutside);
}

function isOutside(error: Error): boolean {
  const { code, responseCode, $metadata } = error as ForeignError;
  if (error instanceof Outage || storeRefusals.has(error.name)) return true;
  if (typeof code === 'string' && (systemCodes.has(code) || sqlStates.test(code))) return true;
  // An answer of a mail server: those of the 400s say 'try again later' (RFC 5321, 4.2.1).
  if (typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500) return true;
  const status = $metadata?.httpStatusCode ?? 0;
  return status === 429 || status >= 500 || lostConnection.test(error.message) || engineFault.test(error.message);
}

interface ForeignError {
  code?: unknown;
  responseCode?: unknown;
  $metadata?: { httpStatusCode?: number };
}

/** An error with what caused it: a query names its connection's, several addresses of a host one each. */
function chainOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const { cause, errors } = error as Error & { errors?: unknown };
  const causes: unknown[] = Array.isArray(errors) ? [cause, ...(errors as unknown[])] : [cause];
  return [error, ...causes.flatMap((each) => chainOf(each, depth + 1))];
}
