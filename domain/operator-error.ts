/**
 * An error that the operator must correct, such as a setting, an address or a folder in use. Its message is shown
 * without a stack trace.
 */
export class OperatorError extends Error {}

/** The database was used with another SESSION_SECRET, so the server does not start. Nothing is changed. */
export class ForeignSecret extends OperatorError {
  constructor() {
    super(
      [
        'SESSION_SECRET is not the one that this database is used with, so the server does not start. It would sign',
        'everybody out and stop servers that run with the previous one. Nothing has been changed.',
        "Set the previous secret. To renew it, list both, separated by a comma: docs/operations.md, 'Renewing SESSION_SECRET'.",
        'If the previous one is lost, stop all servers and run: npm run account -- forget-secret',
      ].join('\n'),
    );
    this.name = 'ForeignSecret';
  }
}
