import { runBackupCommand } from '../backup/commands';
import { lowerPriority } from '../processes/lower-priority';
import { runTool } from './run-tool';

// The server comes first.
lowerPriority();
/** `npm run backup` */
await runTool((tool) => runBackupCommand(process.argv.slice(2), tool));
