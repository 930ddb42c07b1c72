import { runMoveToPostgresql } from '../move/move-to-postgresql';
import { sayAndExit } from './run-tool';

/** `npm run move-to-postgresql` */
await sayAndExit((write) => runMoveToPostgresql(process.argv.slice(2), { environment: process.env, write }));
