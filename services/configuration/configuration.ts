import { randomBytes } from 'node:crypto';
import type { BlockList } from 'node:net';
import path from 'node:path';

import { z } from 'zod';

import {
  maxFileBytes,
  minFileBytes,
  minTablesMemoryBytes,
  parserMemoryBytes,
  parserSeconds,
  statementSeconds,
  tablesMemoryBytes,
} from '@domain/limits';
import type { Operator } from '@domain/operator';
import { OperatorError } from '@domain/operator-error';

import { databaseAddress, isLoopbackName, mailServerAddress } from './addresses';
import { oneOf, wholeNumber } from './choices';
import { prepareDataFolder } from './data-folder';
import { dataciteFaults, dataciteSettings, readDatacite, type DataciteSettings } from './datacite';
import { keptSecret } from './kept-secret';
import { objectStoreSetting, type ObjectStoreAddress } from './object-store';
import { operatorSettings, readOperator } from './operator';
import { optionalText } from './optional-text';
import { faultLines, plainFault } from './sentences';
import { trustedProxiesSetting } from './trusted-proxies';

const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];

const address = optionalText.pipe(z.url().optional());

/** Room for local copies of objects: the tables that are looked at, and one large file. */
const objectCacheBytes = 10_000_000_000;

const minSecretCharacters = 32;
const SecretsSchema = z.array(
  z
    .string()
    .min(
      minSecretCharacters,
      `every secret needs at least ${minSecretCharacters} characters; several are separated by commas`,
    ),
);

const EnvironmentSchema = z.object({
  PORT: wholeNumber(3000, { min: 0, max: 65535 }),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  ORIGIN: address,
  TRUSTED_PROXIES: trustedProxiesSetting,
  DATA_DIR: z.string().trim().min(1).default('./data'),
  SESSION_SECRET: optionalText.transform(splitSecrets).pipe(SecretsSchema.optional()),
  DATABASE_URL: databaseAddress,
  OBJECT_STORE_URL: objectStoreSetting,
  OBJECT_CACHE_BYTES: wholeNumber(objectCacheBytes),
  REPOSITORY_URL: address,
  IDENTITY_ISSUER: address,
  IDENTITY_CLIENT_ID: z.string().trim().min(1).default('motothek-web'),
  IDENTITY_CLIENT_SECRET: optionalText,
  IDENTITY_STYLESHEET: optionalText,
  SMTP_URL: mailServerAddress,
  MAIL_FROM: z.string().trim().min(3).default('Motothek <no-reply@localhost>'),
  DEMO: oneOf(['on', 'off']),
  DEMO_PASSWORD: optionalText.pipe(z.string().min(10).max(200).optional()),
  TIME_ZONE: z
    .string()
    .default('Europe/Berlin')
    .refine((zone) => isTimeZone(zone), 'is not the name of a time zone'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error']),
  LOG_FORMAT: oneOf(['json', 'text']),
  LANGUAGE_CODES_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).optional()),
  MIN_FILE_BYTES: wholeNumber(minFileBytes),
  MAX_FILE_BYTES: wholeNumber(maxFileBytes),
  PARSER_SECONDS: wholeNumber(parserSeconds),
  PARSER_MEMORY_BYTES: wholeNumber(parserMemoryBytes),
  STATEMENT_SECONDS: wholeNumber(statementSeconds),
  TABLES_MEMORY_BYTES: wholeNumber(tablesMemoryBytes, { min: minTablesMemoryBytes }),
  STOP_SECONDS: wholeNumber(25, { min: 0, max: 3600 }),
  STOP_PAUSE_SECONDS: wholeNumber(1, { min: 0, max: 300 }),
  ...dataciteSettings,
  ...operatorSettings,
});

/** Settings of the whole house. Documented in docs/operations.md and .env.example. */
export interface Configuration {
  port: number;
  host: string;
  /** Address under which browsers reach the site, without trailing slash. */
  origin: string;
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: BlockList;
  dataDir: string;
  /** Values of SESSION_SECRET: the first one seals and signs, all of them open and verify. */
  sessionSecrets: string[];
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
  /** Whether others can reach the site: it listens beyond loopback, or its address leads here from elsewhere. */
  isPublic: boolean;
  /** Whether an empty data folder gets the demonstration. */
  demo: boolean;
  demoPassword: string | undefined;
  timeZone: string;
  /** Least level of a line of the log, and its form; undefined = text on a terminal, JSON otherwise. */
  log: { level: 'debug' | 'info' | 'warn' | 'error'; format: 'json' | 'text' | undefined };
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
  /** Longest time from the order to stop until running requests are cut. */
  stopMs: number;
  /** Part of it in which new connections are still taken, while readiness is refused already. */
  stopPauseMs: number;
  /** Who runs the installation, as its documents say. */
  operator: Operator;
  /** What the operator should know at the start, though nothing keeps the server from it. */
  notes: string[];
}

/** The environment does not make a working configuration; the message says every fault in a line. */
export class ConfigurationError extends OperatorError {
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
  const result = EnvironmentSchema.safeParse(environment, { error: plainFault });
  if (!result.success) throw new ConfigurationError(faultLines(result.error));
  const env = result.data;
  const onLoopback = loopbackHosts.includes(env.HOST);
  const faults = faultsTogether(onLoopback, env);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const dataDir = path.resolve(env.DATA_DIR);
  const folder = prepareDataFolder(dataDir);
  if ('fault' in folder) throw new ConfigurationError([`DATA_DIR: ${folder.fault}`]);
  const isPublic = !onLoopback || !isLoopbackName(new URL(originOf(env)).hostname);
  const datacite = readDatacite(env);
  return {
    port: env.PORT,
    host: env.HOST,
    origin: originOf(env),
    trustedProxies: env.TRUSTED_PROXIES,
    dataDir,
    sessionSecrets: env.SESSION_SECRET ?? keptSecrets(dataDir),
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
    isPublic,
    // Made-up data sets get no DOIs that stay, and experts with a printed password no public site.
    demo: env.DEMO !== 'off' && !isPublic && !datacite,
    demoPassword: env.DEMO_PASSWORD,
    timeZone: env.TIME_ZONE,
    log: { level: env.LOG_LEVEL ?? 'info', format: env.LOG_FORMAT },
    languageCodesUrl: env.LANGUAGE_CODES_URL,
    minFileBytes: env.MIN_FILE_BYTES,
    maxFileBytes: env.MAX_FILE_BYTES,
    parserSeconds: env.PARSER_SECONDS,
    parserMemoryBytes: env.PARSER_MEMORY_BYTES,
    statementSeconds: env.STATEMENT_SECONDS,
    tablesMemoryBytes: env.TABLES_MEMORY_BYTES,
    stopMs: env.STOP_SECONDS * 1000,
    stopPauseMs: env.STOP_PAUSE_SECONDS * 1000,
    operator: readOperator(env),
    notes: [...(folder.note ? [folder.note] : []), ...(isPublic ? namelessOperator(env) : []), ...unnamedProxy(env)],
  };
}

/** Several secrets are separated by commas: settings files take them without quotes, and made secrets have none. */
function splitSecrets(text: string | undefined): string[] | undefined {
  return text?.split(',').map((secret) => secret.trim());
}

/** The secrets of the data folder. Its file may be given a list as well. */
function keptSecrets(dataDir: string): string[] {
  const text = keptSecret(dataDir, 'session-secret', () => randomBytes(32).toString('base64url'));
  const kept = SecretsSchema.safeParse(splitSecrets(text));
  if (kept.success) return kept.data;
  throw new ConfigurationError([
    ...new Set(kept.error.issues.map(({ message }) => `${dataDir}/session-secret: ${message}`)),
  ]);
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
  return [`The imprint does not name the operator: ${absent.join(' and ')} not set.`];
}

/** The server speaks http alone, so with https there is a proxy. */
function unnamedProxy(env: z.output<typeof EnvironmentSchema>): string[] {
  if (!originOf(env).startsWith('https:') || env.TRUSTED_PROXIES.rules.length > 0) return [];
  return ['All visitors share the limits of one address: TRUSTED_PROXIES does not name the proxy.'];
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
