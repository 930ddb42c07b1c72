/**
 * Zod tries whether it may compile its checks by `new Function`. The Content Security Policy says no, and
 * browsers report every try as a violation. This tells Zod before its first schema is made; the server,
 * where compiled checks are quicker, stays as it is.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
