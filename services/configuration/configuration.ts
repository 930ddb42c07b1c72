import { randomBytes } from 'node:crypto';
import path from 'node:path';

import { z } from 'zod';

import { withoutSlash } from '@domain/issuer-address';
import {
  accountStorageBytes,
  diskReserveBytes,
  maxFileBytes,
  minFileBytes,
  minTablesMemoryBytes,
  parserMemoryBytes,
  parserSeconds,
  statementSeconds,
  tablesMemoryBytes,
} from '@domain/limits';
import { OperatorError } from '@domain/operator-error';

import { boardSettings, readBoard } from './board';
import { keptSecret, prepareDataFolder } from './data-folder';
import { dataciteErrors, dataciteSettings, readDatacite } from './datacite';
import { fixitySettings, readFixity, readWatching, replicaErrors, replicaNotes } from './fixity';
import { issuerErrors, issuerSettings, readIssuer } from './issuer';
import { settingNotes } from './notes';
import { lookupSettings, readLookups } from './lookups';
import {
  downloadRedirectErrors,
  downloadRedirectsSetting,
  objectStoreSetting,
  readDownloadRedirects,
} from './object-store';
import { settingsInForce } from './settings-in-force';
import { movedErrors } from './moved-database';
import { operatorSettings, readOperator } from './operator';
import { readRetention, retentionSettings } from './retention';
import { readVisiting, visitingErrors, visitingSettings } from './visiting';
import { readTiers, tierErrors, tierSettings } from './tiers';
import { readSignInProviders, signInProvidersSetting } from './sign-in-providers';
import {
  databaseAddress,
  errorLines,
  isLoopbackName,
  mailServerAddress,
  oneOf,
  optionalText,
  plainError,
  roleList,
  timeZone,
  trustedProxiesSetting,
  wholeNumber,
} from './variables';

const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];

const address = optionalText.pipe(z.url().optional());

/** Disk space for local copies of objects: the tables in use and one large file. */
const objectCacheBytes = 10_000_000_000;

/** Space for packages and other files that are kept for later downloads: ten large packages. */
const keptFilesBytes = 10_000_000_000;

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
  DOWNLOAD_REDIRECTS: downloadRedirectsSetting,
  KEPT_FILES_BYTES: wholeNumber(keptFilesBytes, { min: 0 }),
  REPOSITORY_URL: address,
  USE_REPORT_SECRET: optionalText.pipe(z.string().min(minSecretCharacters).optional()),
  ...issuerSettings,
  SIGN_IN_PROVIDERS: signInProvidersSetting,
  SMTP_URL: mailServerAddress,
  MAIL_FROM: z.string().trim().min(3).default('Motothek <no-reply@localhost>'),
  DEMO: oneOf(['on', 'off']),
  DEMO_PASSWORD: optionalText.pipe(z.string().min(10).max(200).optional()),
  REQUIRE_SECOND_FACTOR: roleList,
  OUTSIDE_ROLE_DAYS: wholeNumber(90, { min: 1, max: 3650 }),
  TIME_ZONE: timeZone,
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error']),
  LOG_FORMAT: oneOf(['json', 'text']),
  LANGUAGE_CODES_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).optional()),
  MIN_FILE_BYTES: wholeNumber(minFileBytes),
  MAX_FILE_BYTES: wholeNumber(maxFileBytes),
  ACCOUNT_STORAGE_BYTES: wholeNumber(accountStorageBytes),
  TOTAL_STORAGE_BYTES: wholeNumber(0, { min: 0 }),
  DISK_RESERVE_BYTES: wholeNumber(diskReserveBytes, { min: 0 }),
  PARSER_SECONDS: wholeNumber(parserSeconds),
  PARSER_MEMORY_BYTES: wholeNumber(parserMemoryBytes),
  STATEMENT_SECONDS: wholeNumber(statementSeconds),
  TABLES_MEMORY_BYTES: wholeNumber(tablesMemoryBytes, { min: minTablesMemoryBytes }),
  ENGINE_PROCESSES: wholeNumber(1, { min: 1, max: 64 }),
  STOP_SECONDS: wholeNumber(25, { min: 0, max: 3600 }),
  STOP_PAUSE_SECONDS: wholeNumber(1, { min: 0, max: 300 }),
  ...boardSettings,
  ...dataciteSettings,
  ...fixitySettings,
  ...lookupSettings,
  ...retentionSettings,
  ...visitingSettings,
  ...operatorSettings,
  ...tierSettings,
});

type Environment = z.output<typeof EnvironmentSchema>;

/** The environment is not valid. The message has one line per error. */
export class ConfigurationError extends OperatorError {
  constructor(errors: string[]) {
    super(['The configuration is not valid:', ...errors.map((error) => `- ${error}`)].join('\n'));
    this.name = 'ConfigurationError';
  }
}

/** Settings of an installation. Documented in docs/operations.md and .env.example. */
export type Configuration = ReturnType<typeof readConfiguration>;

/**
 * Reads and checks the environment and prepares the data folder. On loopback an absent SESSION_SECRET is generated once
 * and stored in the data folder. Elsewhere it is required, and so is ORIGIN. `isRestore` is for a restore into the data
 * folder, which brings the secret. Throws ConfigurationError.
 */
export function readConfiguration(
  environment: Record<string, string | undefined>,
  { isRestore = false }: { isRestore?: boolean } = {},
) {
  const result = EnvironmentSchema.safeParse(environment, { error: plainError });
  if (!result.success) throw new ConfigurationError(errorLines(result.error));
  const env = result.data;
  const onLoopback = loopbackHosts.includes(env.HOST);
  const outside = readSignInProviders(env.SIGN_IN_PROVIDERS, environment);
  const dataDir = path.resolve(env.DATA_DIR);
  const errors = [
    ...combinedErrors(onLoopback, env),
    ...outside.errors,
    ...replicaErrors(env, dataDir),
    ...downloadRedirectErrors(env),
  ];
  if (errors.length > 0) throw new ConfigurationError(errors);
  const folder = prepareDataFolder(dataDir, { isRestore });
  if ('error' in folder) throw new ConfigurationError([`DATA_DIR: ${folder.error}`]);
  const moved = movedErrors(dataDir, env.DATABASE_URL);
  if (moved.length > 0) throw new ConfigurationError(moved);
  const isPublic = !onLoopback || !isLoopbackName(new URL(originOf(env)).hostname);
  const settings = settingsOf(env);
  const doesAll = settings.tiers.api && settings.tiers.jobs !== null;
  const decided = {
    ...settings,
    /** Outside OpenID providers that the log in page offers. */
    signInProviders: outside.providers,
    /**
     * Whether an empty data folder gets the demonstration, which takes a process that does everything. Its data sets are
     * made up and must not get registered DOIs.
     * The password of its experts is printed, so it is not for public sites.
     */
    demo: env.DEMO !== 'off' && !isPublic && !readDatacite(env) && doesAll,
  };
  return {
    ...decided,
    dataDir,
    /** Settings by name for administrators, without secrets. */
    settingsInForce: settingsInForce(Object.keys(EnvironmentSchema.shape), environment, { parsed: env, decided }),
    /** Values of SESSION_SECRET. The first one seals and signs, all of them open and verify. */
    sessionSecrets: env.SESSION_SECRET ?? (isRestore ? [] : keptSecrets(dataDir)),
    /** Whether others can reach the site, because it listens beyond loopback or has a public address. */
    isPublic,
    /** Messages for the operator at the start that do not keep the server from starting. */
    notes: [
      ...(folder.note ? [folder.note] : []),
      ...settingNotes(env, { origin: originOf(env), isPublic, doesAll }),
      ...(env.OBJECT_STORE_URL ? [] : replicaNotes(env, dataDir)),
    ],
  };
}

/** The settings that follow from the environment alone. */
function settingsOf(env: Environment) {
  return {
    port: env.PORT,
    host: env.HOST,
    /** Address of the site for browsers, without trailing slash. */
    origin: originOf(env),
    /** Proxies whose X-Forwarded-For is trusted. */
    trustedProxies: env.TRUSTED_PROXIES,
    databaseUrl: env.DATABASE_URL,
    /** undefined means that objects are stored in the data folder. */
    objectStore: env.OBJECT_STORE_URL,
    /** Disk space for local copies of objects of an object store. */
    objectCacheBytes: env.OBJECT_CACHE_BYTES,
    /** Where browsers get files from the store itself; null if they get them from this server. */
    downloadRedirects: readDownloadRedirects(env),
    /** Space in the file store for packages and other files that are kept for later downloads. */
    keptFilesBytes: env.KEPT_FILES_BYTES,
    /** An external repository API; undefined means the one in this process. */
    repositoryUrl: env.REPOSITORY_URL && withoutSlash(env.REPOSITORY_URL),
    /** Lets web tiers on other machines report uses of data sets; undefined means that there are none. */
    useReportSecret: env.USE_REPORT_SECRET,
    /** The OpenID provider that issues the tokens. */
    identity: readIssuer(env, originOf(env)),
    /** Roles whose holders need two-step sign-in. */
    requiredFactorRoles: env.REQUIRE_SECOND_FACTOR,
    /** Days for which roles of an outside provider count after a login with it. */
    outsideRoleDays: env.OUTSIDE_ROLE_DAYS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    /** Account for registering DOIs; undefined means test DOIs. */
    datacite: readDatacite(env),
    demoPassword: env.DEMO_PASSWORD,
    timeZone: env.TIME_ZONE,
    ...readBoard(env),
    lookups: readLookups(env),
    retention: readRetention(env),
    ...readVisiting(env),
    fixity: readFixity(env),
    ...readWatching(env),
    /** If `format` is undefined, the log is text on a terminal and JSON otherwise. */
    log: { level: env.LOG_LEVEL ?? ('info' as const), format: env.LOG_FORMAT },
    /** A public CSV of language codes; undefined means the packaged list. */
    languageCodesUrl: env.LANGUAGE_CODES_URL,
    minFileBytes: env.MIN_FILE_BYTES,
    maxFileBytes: env.MAX_FILE_BYTES,
    /** How much may be stored; `totalBytes` null means no limit for all accounts together. */
    storage: {
      accountBytes: env.ACCOUNT_STORAGE_BYTES,
      totalBytes: env.TOTAL_STORAGE_BYTES || null,
      reserveBytes: env.DISK_RESERVE_BYTES,
    },
    /** Time limit for reading an Excel or SPSS file of up to 33 MB. Larger ones get more in proportion. */
    parserSeconds: env.PARSER_SECONDS,
    parserMemoryBytes: env.PARSER_MEMORY_BYTES,
    /** Time limit for database statements. */
    statementSeconds: env.STATEMENT_SECONDS,
    /** Memory of each process of the columnar engine for statements, and the number of processes. */
    tablesMemoryBytes: env.TABLES_MEMORY_BYTES,
    engineProcesses: env.ENGINE_PROCESSES,
    /** Longest time between the signal to stop and cutting off running requests. */
    stopMs: env.STOP_SECONDS * 1000,
    /** Part of it in which new connections are still accepted although the server is no longer ready. */
    stopPauseMs: env.STOP_PAUSE_SECONDS * 1000,
    tiers: readTiers(env),
    /** Who runs the installation, for its documents. */
    operator: readOperator(env),
  };
}

/** Several secrets are separated by commas, because these need no quotes in settings files and generated secrets have none. */
function splitSecrets(text: string | undefined): string[] | undefined {
  return text?.split(',').map((secret) => secret.trim());
}

/** The secrets in the data folder. The file may contain several, too. */
function keptSecrets(dataDir: string): string[] {
  const text = keptSecret(dataDir, 'session-secret', () => randomBytes(32).toString('base64url'));
  const kept = SecretsSchema.safeParse(splitSecrets(text));
  if (kept.success) return kept.data;
  throw new ConfigurationError([
    ...new Set(kept.error.issues.map(({ message }) => `${dataDir}/session-secret: ${message}`)),
  ]);
}

/** Errors that concern several variables. */
function combinedErrors(onLoopback: boolean, env: Environment): string[] {
  const errors: string[] = [];
  if (!onLoopback && !env.SESSION_SECRET) {
    errors.push('SESSION_SECRET: is required when HOST is not a loopback address (32 characters at least)');
  }
  if (!onLoopback && !env.ORIGIN) errors.push('ORIGIN: is required when HOST is not a loopback address');
  if (env.ORIGIN && new URL(env.ORIGIN).pathname !== '/') errors.push('ORIGIN: must not have a path');
  errors.push(...issuerErrors(env, originOf(env), readTiers(env)));
  errors.push(...visitingErrors(env));
  errors.push(...tierErrors(env), ...dataciteErrors(env, originOf(env)));
  return errors;
}

function originOf(env: Environment): string {
  return withoutSlash(env.ORIGIN ?? `http://localhost:${env.PORT}`);
}
