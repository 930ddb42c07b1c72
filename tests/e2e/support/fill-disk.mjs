import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

/** Preloaded into a server. While the file FULL_DISK exists, writing an object fails as on a full disk. */
const { open } = fs.promises;
fs.promises.open = async (file, ...rest) => {
  if (!fs.existsSync(process.env.FULL_DISK ?? '') || !String(file).includes('/objects/')) {
    return open(file, ...rest);
  }
  const error = { code: 'ENOSPC', errno: -28, syscall: 'open', path: file };
  throw Object.assign(new Error(`ENOSPC: no space left on device, open '${file}'`), error);
};
syncBuiltinESMExports();
