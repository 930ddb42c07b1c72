import { randomBytes } from 'node:crypto';
import path from 'node:path';

import { z } from 'zod';

import {
  maxFileBytes,
  minFileBytes,
  minTablesMemoryBytes,
  parserMemoryBytes,
  parserSeconds,
  tablesMemoryBytes,
} from '@domain/limits';
import type { Operator } from '@domain/operator';

import { dataciteFaults, dataciteSettings, readDatacite, type DataciteSettings } from './datacite';
import { keptSecret } from './kept-secret';
import { objectStoreSetting, type ObjectStoreAddress } from './object-store';
import { operatorSettings, readOperator } from './operator';
import { optionalText } from './optional-text';

const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];

const address = optionalText.pipe(z.url().optional());
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

/** Room for local copies of objects: the tables that are looked at, and one large file. */
const objectCacheBytes = 10_000_000_000;

const EnvironmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  ORIGIN: address,
  DATA_DIR: z.string().trim().min(1).default('./data'),
  SESSION_SECRET: optionalText.pipe(z.string().min(32).optional()),
  DATABASE_URL: optionalText,
  OBJECT_STORE_URL: objectStoreSetting,
  OBJECT_CACHE_BYTES: count(objectCacheBytes),
  REPOSITORY_URL: address,
  IDENTITY_ISSUER: address,
  IDENTITY_CLIENT_ID: z.string().trim().min(1).default('motothek-web'),
  IDENTITY_CLIENT_SECRET: optionalText,
  IDENTITY_STYLESHEET: optionalText,
  SMTP_URL: optionalText,
  MAIL_FROM: z.string().trim().min(3).default('Motothek <no-reply@localhost>'),
  DEMO: z.enum(['on', 'off']).default('on'),
  DEMO_PASSWORD: optionalText.pipe(z.string().min(10).max(200).optional()),
  TIME_ZONE: z
    .string()
    .default('Europe/Berlin')
    .refine((zone) => isTimeZone(zone), 'is not the name of a time zone'),
  LANGUAGE_CODES_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).optional()),
  MIN_FILE_BYTES: count(minFileBytes),
  MAX_FILE_BYTES: count(maxFileBytes),
  PARSER_SECONDS: count(parserSeconds),
  PARSER_MEMORY_BYTES: count(parserMemoryBytes),
  STATEMENT_SECONDS: count(60),
  TABLES_MEMORY_BYTES: z.coerce.number().int().min(minTablesMemoryBytes).default(tablesMemoryBytes),
  ...dataciteSettings,
  ...operatorSettings,
});

/** Settings of the whole house. Documented in docs/operations.md and .env.example. */
export interface Configuration {
  port: number;
  host: string;
  /** Address under which browsers reach the site, without trailing slash. */
  origin: string;
  dataDir: string;
  sessionSecret: string;
  databaseUrl: string | undefined;
  /** undefined = objects lie on disk, in the data folder. */
  objectStore: ObjectStoreAddress | undefined;
  /** Disk that local copies of objects of an object store may take. */
  objectCacheBytes: number;
  /** An outside repository API; undefined = the one in this process. */
  repositoryUrl: string | undefined;
  /** An outside identity provider; undefined = the one in this process. */
  identityIssuer: string | undefined;
  clientId: string;
  clientSecret: string | undefined;
  /** Stylesheet of the identity pages for an outside web app; undefined = that of the web build. */
  identityStylesheet: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Account that DOIs are registered with; undefined = test DOIs. */
  datacite: DataciteSettings | undefined;
  /** Whether an empty data folder gets the demonstration. */
  demo: boolean;
  demoPassword: string | undefined;
  timeZone: string;
  /** A public CSV of language codes; undefined = the packaged list. */
  languageCodesUrl: string | undefined;
  minFileBytes: number;
  maxFileBytes: number;
  /** Time for reading a file of Excel or SPSS of up to 33 MB; larger ones get more in proportion. */
  parserSeconds: number;
  parserMemoryBytes: number;
  /** Longest time of a statement of the database. */
  statementSeconds: number;
  /** Memory of the columnar engine's process for statements. */
  tablesMemoryBytes: number;
  /** Who runs the installation, as its documents say. */
  operator: Operator;
  /** What the operator should know at the start, though nothing keeps the server from it. */
  notes: string[];
}

/** The environment does not make a working configuration; the message says every fault in a line. */
export class ConfigurationError extends Error {
  constructor(faults: string[]) {
    super(['The configuration is not valid:', ...faults.map((fault) => `- ${fault}`)].join('\n'));
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads and checks the environment. On loopback an absent SESSION_SECRET is generated once and kept in
 * the data folder; elsewhere it is required, and so is ORIGIN.
 */
export function readConfiguration(environment: Record<string, string | undefined>): Configuration {
  const result = EnvironmentSchema.safeParse(environment);
  if (!result.success) {
    throw new ConfigurationError(
      result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  const env = result.data;
  const onLoopback = loopbackHosts.includes(env.HOST);
  const faults = faultsTogether(onLoopback, env);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const dataDir = path.resolve(env.DATA_DIR);
  const datacite = readDatacite(env);
  return {
    port: env.PORT,
    host: env.HOST,
    origin: originOf(env),
    dataDir,
    sessionSecret:
      env.SESSION_SECRET ??
      keptSecret(dataDir, 'session-secret', () => randomBytes(32).toString('base64url')),
    databaseUrl: env.DATABASE_URL,
    objectStore: env.OBJECT_STORE_URL,
    objectCacheBytes: env.OBJECT_CACHE_BYTES,
    repositoryUrl: env.REPOSITORY_URL?.replace(/\/+$/, ''),
    identityIssuer: env.IDENTITY_ISSUER,
    clientId: env.IDENTITY_CLIENT_ID,
    clientSecret: env.IDENTITY_CLIENT_SECRET,
    identityStylesheet: env.IDENTITY_STYLESHEET,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    datacite,
    // Made-up data sets get no DOIs that stay.
    demo: env.DEMO === 'on' && onLoopback && !datacite,
    demoPassword: env.DEMO_PASSWORD,
    timeZone: env.TIME_ZONE,
    languageCodesUrl: env.LANGUAGE_CODES_URL,
    minFileBytes: env.MIN_FILE_BYTES,
    maxFileBytes: env.MAX_FILE_BYTES,
    parserSeconds: env.PARSER_SECONDS,
    parserMemoryBytes: env.PARSER_MEMORY_BYTES,
    statementSeconds: env.STATEMENT_SECONDS,
    tablesMemoryBytes: env.TABLES_MEMORY_BYTES,
    operator: readOperator(env),
    notes: onLoopback ? [] : namelessOperator(env),
  };
}

/** What no variable shows alone. */
function faultsTogether(onLoopback: boolean, env: z.output<typeof EnvironmentSchema>): string[] {
  const faults: string[] = [];
  if (!onLoopback && !env.SESSION_SECRET) {
    faults.push('SESSION_SECRET: is required when HOST is not a loopback address (32 characters at least)');
  }
  if (!onLoopback && !env.ORIGIN) faults.push('ORIGIN: is required when HOST is not a loopback address');
  if (env.ORIGIN && new URL(env.ORIGIN).pathname !== '/') faults.push('ORIGIN: must not have a path');
  if (env.IDENTITY_ISSUER && !env.IDENTITY_CLIENT_SECRET) {
    faults.push('IDENTITY_CLIENT_SECRET: is required with IDENTITY_ISSUER');
  }
  if (env.REPOSITORY_URL && !env.IDENTITY_ISSUER) {
    faults.push('IDENTITY_ISSUER: is required with REPOSITORY_URL, whose tokens it issues');
  }
  faults.push(...dataciteFaults(env, originOf(env)));
  return faults;
}

function originOf(env: z.output<typeof EnvironmentSchema>): string {
  return (env.ORIGIN ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
}

/** An installation for others has to say who runs it. */
function namelessOperator(env: z.output<typeof EnvironmentSchema>): string[] {
  const absent = (['OPERATOR_NAME', 'OPERATOR_EMAIL'] as const).filter((name) => !env[name]);
  if (absent.length === 0) return [];
  return [`The imprint does not say who runs this installation: ${absent.join(' and ')} not set.`];
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
