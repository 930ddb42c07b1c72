import { boolean, index, integer, serial, text, timestamp } from 'drizzle-orm/pg-core';

import type { TokenScope } from '@domain/access-tokens';

import { repository } from './namespace';
import { personColumn } from './people';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Tokens with which scripts call the API as their owner. */
export const accessTokens = repository.table(
  'access_tokens',
  {
    id: serial('id').primaryKey(),
    owner: personColumn('owner'),
    /** What it is for, for its owner alone. */
    label: text('label').notNull(),
    /** SHA-256 of the token, which is not stored. */
    hash: text('hash').notNull().unique(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** Number of the owner's password when it was made; null if accounts are at an outside provider. */
    generation: integer('generation'),
    /** Whether it was made in a session with a second factor. Otherwise it does not have the roles that require one. */
    hasSecondFactor: boolean('has_second_factor').notNull().default(false),
    madeAt: moment('made_at').notNull(),
    /** Last day on which it can be used, yyyy-MM-dd. */
    until: text('until').notNull(),
    revokedAt: moment('revoked_at'),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('access_tokens_owner').on(table.owner)],
);
