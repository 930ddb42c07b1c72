import { z } from 'zod';

import type { Operator } from '@domain/operator';

import { retentionRange } from './retention';
import { optionalText, wholeNumber } from './variables';

const email = optionalText.pipe(z.email().optional());
/** Several lines, separated by '|'. */
const lines = optionalText.transform((value) =>
  value
    ?.split('|')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n'),
);

/** Variables about who runs the installation, explained in docs/operations.md. */
export const operatorSettings = {
  OPERATOR_NAME: optionalText,
  OPERATOR_ADDRESS: lines,
  OPERATOR_REPRESENTATIVE: optionalText,
  OPERATOR_EMAIL: email,
  OPERATOR_PHONE: optionalText,
  OPERATOR_REGISTER: lines,
  OPERATOR_VAT_ID: optionalText,
  DATA_PROTECTION_OFFICER: lines,
  DATA_PROTECTION_AUTHORITY: lines,
  SUPPORT_EMAIL: email,
  ACCESSIBILITY_EMAIL: email,
  ENFORCEMENT_BODY: lines,
  LOG_RETENTION_DAYS: optionalText.pipe(wholeNumber(0, retentionRange).transform(String).optional()),
};
type OperatorSettings = { [name in keyof typeof operatorSettings]?: z.output<(typeof operatorSettings)[name]> };

/** Values for the documents. Without addresses for support and accessibility, the operator's own is used. */
export function readOperator(env: OperatorSettings): Operator {
  return {
    name: env.OPERATOR_NAME,
    address: env.OPERATOR_ADDRESS,
    representative: env.OPERATOR_REPRESENTATIVE,
    email: env.OPERATOR_EMAIL,
    phone: env.OPERATOR_PHONE,
    register: env.OPERATOR_REGISTER,
    vatId: env.OPERATOR_VAT_ID,
    dataProtectionOfficer: env.DATA_PROTECTION_OFFICER,
    supervisoryAuthority: env.DATA_PROTECTION_AUTHORITY,
    supportEmail: env.SUPPORT_EMAIL ?? env.OPERATOR_EMAIL,
    accessibilityEmail: env.ACCESSIBILITY_EMAIL ?? env.OPERATOR_EMAIL,
    enforcementBody: env.ENFORCEMENT_BODY,
    logRetentionDays: env.LOG_RETENTION_DAYS,
  };
}

/** Address for those who harvest the records: that of the operator, or the one from which mails come. */
export function contactOf({ operator, mailFrom }: { operator: Operator; mailFrom: string }): string {
  const address = operator.email ?? operator.supportEmail ?? /<([^>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom;
  // Harvesters take no address without a dot, such as the default one.
  return /@\S+\.\S/.test(address) ? address : `${address}.invalid`;
}
