import os from 'node:os';

import { runBackupCommand } from '../backup/commands';
import { runTool } from './run-tool';

// The server comes first.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
/** `npm run backup` */
await runTool((tool) => runBackupCommand(process.argv.slice(2), tool));
