import { runDoiCommand } from '../repository/upkeep/doi-commands';
import { runQueueTool } from './run-tool';

/** `npm run dois` */
await runQueueTool(({ configuration, ...tool }) =>
  runDoiCommand(process.argv.slice(2), {
    ...tool,
    hasAccount: configuration.datacite !== undefined,
    settings: { withdrawal: configuration.withdrawal },
  }),
);
