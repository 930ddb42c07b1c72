import { runRestoreCommand } from '../backup/commands';
import { sayAndExit } from './run-tool';

/** `npm run restore` */
await sayAndExit((write) => runRestoreCommand(process.argv.slice(2), { environment: process.env, write }));
