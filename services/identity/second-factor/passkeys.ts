import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { isIP } from 'node:net';
import { z } from 'zod';

import { seal, unseal } from '@domain/secrets';

import type { IdentityServices } from '../http/exchange';
import type { AccountRow } from '../store/accounts';
import { acceptPasskey, type PasskeyRow } from '../store/second-factors';

type PasskeyServices = Pick<IdentityServices, 'ownOrigin' | 'stepKeys' | 'now' | 'db'>;

/** What a browser is asked to do with a passkey. */
export interface PasskeyRequest {
  /** Options for the browser as JSON. */
  options: string;
  /** The challenge, sealed; sent back with the answer of the browser. */
  challenge: string;
}

/** Time to answer a challenge. Afterwards the page gives another one, so nothing is lost. */
const challengeMs = 60 * 60 * 1000;

/** Browsers offer passkeys to secure pages of hosts with a name (WebAuthn, section 5.1.2). */
export function offersPasskeys({ ownOrigin }: Pick<PasskeyServices, 'ownOrigin'>): boolean {
  const { hostname, protocol } = new URL(ownOrigin);
  return hostname === 'localhost' || (protocol === 'https:' && isIP(hostname.replace(/[[\]]/g, '')) === 0);
}

const hostOf = ({ ownOrigin }: PasskeyServices) => new URL(ownOrigin).hostname;

/** Asks a browser to make a passkey for an account that has these already. */
export async function askForNewPasskey(
  services: PasskeyServices,
  { account, site, present }: { account: AccountRow; site: string; present: readonly PasskeyRow[] },
): Promise<PasskeyRequest> {
  const options = await generateRegistrationOptions({
    rpName: site,
    rpID: hostOf(services),
    userName: account.email,
    userDisplayName: account.name,
    userID: new TextEncoder().encode(account.id),
    excludeCredentials: present.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return asRequest(services, 'new', account, options);
}

/** Asks a browser to sign with one of these passkeys. */
export async function askForPasskey(
  services: PasskeyServices,
  account: AccountRow,
  present: readonly PasskeyRow[],
): Promise<PasskeyRequest> {
  const options = await generateAuthenticationOptions({
    rpID: hostOf(services),
    allowCredentials: present.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  });
  return asRequest(services, 'use', account, options);
}

type Purpose = 'new' | 'use';

function asRequest(
  { stepKeys, now }: PasskeyServices,
  purpose: Purpose,
  { id, generation }: AccountRow,
  options: { challenge: string },
): PasskeyRequest {
  const kept = { challenge: options.challenge, accountId: id, generation, at: now().getTime() };
  return { options: JSON.stringify(options), challenge: seal(JSON.stringify(kept), stepKeys, labelOf(purpose)) };
}

const labelOf = (purpose: Purpose) => `passkey challenge: ${purpose}`;

const ChallengeSchema = z.object({
  challenge: z.string(),
  accountId: z.string(),
  generation: z.number(),
  at: z.number(),
});

/** The challenge that was given to this account; null if it was another's, of another password, or is too old. */
function openChallenge({ stepKeys, now }: PasskeyServices, purpose: Purpose, account: AccountRow, sealed: string) {
  const opened = unseal(sealed, stepKeys, labelOf(purpose));
  const kept = opened && ChallengeSchema.parse(JSON.parse(opened.toString()));
  const isOwn = kept?.accountId === account.id && kept.generation === account.generation;
  return kept && isOwn && kept.at + challengeMs > now().getTime() ? kept : null;
}

/** Whether this is a challenge for a new passkey of the account, which it got after the password was entered. */
export function isNewChallenge(services: PasskeyServices, account: AccountRow, sealed: string): boolean {
  return openChallenge(services, 'new', account, sealed) !== null;
}

/** The answer of a browser as its page sends it. The library checks the rest. */
const AnswerSchema = z.object({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
});
const NewAnswerSchema = AnswerSchema.extend({
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});
const UseAnswerSchema = AnswerSchema.extend({
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z
      .string()
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
});

interface Answer {
  account: AccountRow;
  /** JSON of the browser's answer. */
  response: string;
  /** Sealed challenge. */
  challenge: string;
}

/** Reads a new passkey from the answer of a browser. Null if it is not an answer to the challenge. */
export async function readNewPasskey(services: PasskeyServices, { account, response, challenge }: Answer) {
  const kept = openChallenge(services, 'new', account, challenge);
  const answer = parse(NewAnswerSchema, response);
  if (!kept || !answer) return null;
  const verified = await orNull(
    verifyRegistrationResponse({
      response: answer,
      expectedChallenge: kept.challenge,
      expectedOrigin: services.ownOrigin,
      expectedRPID: hostOf(services),
      requireUserVerification: false,
    }),
  );
  if (!verified?.verified) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: answer.response.transports,
  };
}

/** Whether the answer of a browser is signed by one of the account's passkeys. The challenge is used up. */
export async function isSignedByPasskey(
  services: PasskeyServices,
  { account, response, challenge, present }: Answer & { present: readonly PasskeyRow[] },
): Promise<boolean> {
  const kept = openChallenge(services, 'use', account, challenge);
  const answer = parse(UseAnswerSchema, response);
  const passkey = present.find(({ id }) => id === answer?.id);
  if (!kept || !answer || !passkey) return false;
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: kept.challenge,
      expectedOrigin: services.ownOrigin,
      expectedRPID: hostOf(services),
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: false,
    }),
  );
  if (!verified?.verified) return false;
  const counter = verified.authenticationInfo.newCounter;
  const used = { id: passkey.id, counter, madeAt: new Date(kept.at), now: services.now() };
  return acceptPasskey(services.db, used);
}

function parse<Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** The library throws at everything that does not fit. */
async function orNull<Result>(verifying: Promise<Result>): Promise<Result | null> {
  try {
    return await verifying;
  } catch {
    return null;
  }
}
