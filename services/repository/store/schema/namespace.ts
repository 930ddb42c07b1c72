import { pgSchema } from 'drizzle-orm/pg-core';

/** Everything the repository API owns lives in this database schema; it migrates on its own. */
export const repository = pgSchema('repository');
