import { bigint, index, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core';

import type { AuditAct, AuditValues } from '@domain/api/administration';

/** Database schema of the audit, with its own migrations. Accounts and the repository write to it. */
export const audit = pgSchema('audit');

/**
 * Every administrative act, in the order in which they were recorded. Triggers of the migrations refuse to remove rows and
 * to change them, except that what was changed (`before`, `after`) may become null.
 */
export const acts = audit.table(
  'acts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** `sub` of the administrator; null: a command of the operator, or the server itself. */
    actor: text('actor'),
    act: text('act').$type<AuditAct>().notNull(),
    /** `sub` of the account that it concerns; null: none. */
    account: text('account'),
    /** Job, upload or mail that it concerns; null: none. */
    object: text('object'),
    /** What was changed, as it was and as it is. Never a secret. */
    before: jsonb('before').$type<AuditValues>(),
    after: jsonb('after').$type<AuditValues>(),
  },
  (table) => [index('acts_account').on(table.account), index('acts_act').on(table.act)],
);
