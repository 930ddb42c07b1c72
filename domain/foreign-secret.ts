import { OperatorError } from './operator-error';

/** The database was used with another SESSION_SECRET. The start ends with this sentence, and nothing is changed. */
export class ForeignSecret extends OperatorError {
  constructor() {
    super(
      [
        'SESSION_SECRET does not match this database, so the server does not start. It would sign everybody out and',
        'stop servers that run with the previous secret. Nothing has been changed.',
        "Set the previous secret. To renew it, list both, separated by a comma: docs/operations.md, 'Renewing SESSION_SECRET'.",
        'If the previous secret is lost, stop all servers and run: npm run account -- forget-secret',
      ].join('\n'),
    );
    this.name = 'ForeignSecret';
  }
}
