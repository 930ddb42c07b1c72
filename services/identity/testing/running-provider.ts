import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type pg from 'pg';

import type { SignInProvider } from '../../configuration/sign-in-providers';
import type { PersonalData } from '../accounts/delete-account';
import type { PersonMerging } from '../accounts/merge-accounts';
import { createIdentity, type Identity } from '../identity';
import type { Mail } from '../http/exchange';
import type { Browser, VisitedPage } from './browser';

/** A provider on a port of its own, with a web app that only takes addresses and logout tokens. */
export interface RunningProvider {
  identity: Identity;
  origin: string;
  mails: Mail[];
  /** Asked before each mail what keeps it from being sent; null = nothing does. */
  failMails(error: (() => Error | null) | null): void;
  /** Done before each mail is sent; null = nothing. */
  holdMails(hold: ((mail: Mail) => Promise<void>) | null): void;
  /** Server errors the provider logged. */
  errors: string[];
  /** Logout tokens the client got by back-channel logout. */
  logoutTokens: string[];
  /** Moves the provider's clock for limits and links. */
  clock: { aheadMs: number };
  /** Waits for what is done after answers. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const client = { id: 'motothek-web', secret: 'client-secret-of-the-test' };

interface ProviderParts {
  /** Opens outside providers that lead back to this origin. */
  openOutside?: (origin: string) => Promise<SignInProvider[]>;
  personalData?: PersonalData | null;
  merging?: PersonMerging | null;
  requiredFactorRoles?: readonly string[];
  timeZone?: string;
  keepMailDays?: number;
  /** How far its clock is ahead from the start. */
  aheadMs?: number;
}

export async function startProvider(
  pool: pg.Pool,
  secret = 'secret-of-the-test',
  mailFolder: string | null = null,
  {
    openOutside = async () => [],
    personalData = null,
    merging = null,
    requiredFactorRoles = [],
    timeZone = 'UTC',
    keepMailDays,
    aheadMs = 0,
  }: ProviderParts = {},
): Promise<RunningProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signInProviders = await openOutside(origin);
  const clock = { aheadMs };
  const mails: Mail[] = [];
  let mailError: (() => Error | null) | null = null;
  let mailHold: ((mail: Mail) => Promise<void>) | null = null;
  const errors: string[] = [];
  const logoutTokens: string[] = [];
  const identity = await createIdentity({
    pool,
    issuer: `${origin}/identity`,
    origin,
    audience: `${origin}/api`,
    look: { stylesheetHref: '/assets/test.css', logoHref: '/logo.svg', fontHrefs: ['/assets/test.woff2'] },
    client: {
      ...client,
      redirectUris: [`${origin}/authentication/login-callback`],
      postLogoutRedirectUris: [`${origin}/authentication/logout-callback`],
      backchannelLogoutUri: `${origin}/authentication/backchannel-logout`,
    },
    secrets: [secret],
    signInProviders,
    sendMail: async (mail) => {
      await mailHold?.(mail);
      const error = mailError?.();
      if (error) throw error;
      mails.push(mail);
    },
    mailFolder,
    personalData,
    merging,
    requiredFactorRoles,
    timeZone,
    keepMailDays,
    log: (message) => errors.push(message),
    // The last address that a proxy would have written.
    addressOf: ({ headers, socket }) => String(headers['x-forwarded-for'] ?? socket.remoteAddress),
    now: () => new Date(Date.now() + clock.aheadMs),
  });
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/identity')) return identity.handler(request, response);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      logoutTokens.push(new URLSearchParams(body).get('logout_token') ?? '');
      response.end();
    });
  });
  const close = async () => {
    await identity.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const { settled } = identity;
  const failMails: RunningProvider['failMails'] = (error) => void (mailError = error);
  const holdMails: RunningProvider['holdMails'] = (hold) => void (mailHold = hold);
  return { identity, origin, mails, failMails, holdMails, errors, logoutTokens, clock, settled, close };
}

interface SignInRequest {
  address: string;
  verifier: string;
  nonce: string;
  state: string;
}

/** The address with which the web app starts a sign-in. */
export function signInRequest(origin: string, more: Record<string, string> = {}): SignInRequest {
  const verifier = randomBytes(32).toString('base64url');
  const nonce = randomBytes(12).toString('base64url');
  const state = randomBytes(12).toString('base64url');
  const query = new URLSearchParams({
    client_id: client.id,
    response_type: 'code',
    redirect_uri: `${origin}/authentication/login-callback`,
    scope: 'openid profile email role',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${origin}/api`,
    nonce,
    state,
    ...more,
  });
  return { address: `${origin}/identity/auth?${query}`, verifier, nonce, state };
}

export interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
}

/** Asks the token endpoint as the web app does. */
export function askForTokens(origin: string, parameters: Record<string, string>): Promise<Response> {
  return fetch(`${origin}/identity/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams(parameters),
  });
}

/** Changes the code of a callback address for tokens. */
export async function redeem(origin: string, request: SignInRequest, callback: string): Promise<Tokens> {
  const response = await askForTokens(origin, {
    grant_type: 'authorization_code',
    code: new URL(callback).searchParams.get('code') ?? '',
    redirect_uri: `${origin}/authentication/login-callback`,
    code_verifier: request.verifier,
  });
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Tokens;
}

/** Opens the sign-in page of a new sign-in request. */
export async function openSignIn(browser: Browser): Promise<{ request: SignInRequest; page: VisitedPage }> {
  const request = signInRequest(browser.origin);
  return { request, page: await browser.open(request.address) };
}

/** The whole way: request, sign-in page, callback, tokens. */
export async function signInFully(browser: Browser, email: string, password: string): Promise<Tokens> {
  const { request, page } = await openSignIn(browser);
  const callback = await browser.submit(page, { email, password });
  return redeem(browser.origin, request, callback.address);
}
