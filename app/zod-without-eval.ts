/**
 * Zod tries to compile its checks with `new Function`. The Content Security Policy forbids it, and browsers report
 * every attempt as a violation. This turns it off in browsers before the first schema is created. The server still
 * compiles checks, which is faster.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
