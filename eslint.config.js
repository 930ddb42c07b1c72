import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Who may not import what (docs/architecture.md); tests/import-rules.test.ts walks the same rules over paths. */
const forbid = (files, patterns, message) => ({
  files,
  ignores: ['**/*.test.ts', '**/*.test.tsx'],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }] },
});

export default tseslint.config(
  { ignores: ['build', 'data', '.cache', 'node_modules', 'test-results', 'playwright-report', 'screenshots'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    rules: {
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['app/**/*.tsx'],
    plugins: { ...jsxA11y.flatConfigs.recommended.plugins, 'react-hooks': reactHooks },
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      ...reactHooks.configs.recommended.rules,
      // A value added by a button gets the focus: without script nothing else could lead there.
      'jsx-a11y/no-autofocus': 'off',
      // Scroll areas are regions that the keyboard must reach (axe: scrollable-region-focusable).
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['section', 'main'], roles: ['region'] }],
    },
  },
  {
    files: ['app/**'],
    ignores: ['app/forms/read-form.server.ts', 'app/**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="formData"]',
          message: 'Forms are read by app/forms/read-form.server.ts alone: it caps them first.',
        },
        {
          selector: 'CallExpression[callee.name="parseWithZod"]',
          message: 'Use readForm of app/forms: it caps the form first.',
        },
      ],
    },
  },
  {
    files: ['**/*.test.{ts,tsx}'],
    ignores: ['**/*.alone.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.object.name="vi"][callee.property.name=/^(mock|doMock|hoisted)$/]',
          message: 'Tests that run together share their modules, mocked or not. Name the file *.alone.test.ts.',
        },
      ],
    },
  },
  {
    files: ['app/load-context.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }] },
  },
  forbid(['app/**'], ['**/services/**'], 'The web app reaches services only through repository-client.'),
  forbid(['services/**'], ['~/*', '**/app/**'], 'Services know nothing of the web app.'),
  {
    files: [
      'services/configuration/**',
      'services/launcher/account-command.ts',
      'server.ts',
      'tests/**',
      'services/log/log.ts',
    ],
    rules: { 'no-console': 'off' },
  },
);
