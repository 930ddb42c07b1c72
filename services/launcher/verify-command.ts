import { runVerifyCommand } from '../backup/commands';
import { sayAndExit } from './run-tool';

/** `npm run verify` */
await sayAndExit((write) => runVerifyCommand(process.argv.slice(2), { write }));
