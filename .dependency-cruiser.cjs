// Who may import whom. One rule per sentence in docs/map.md; each has a planted violation in tools/boundaries.test.ts.
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const code = '\\.(ts|tsx)$';
const test = '\\.(test|sim)\\.(ts|tsx)$';

module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }, 'Two files that need each other are one file, or miss a third.'),
    forbid(
      'imports-resolve',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
      'An import that leads nowhere escapes every other rule.',
    ),

    // Between packages: contract <- domain <- server, and contract/domain <- web, console.
    forbid(
      'contract-stands-alone',
      { path: '^packages/contract/' },
      { path: '^packages/(?!contract/)' },
      'The wire knows nobody.',
    ),
    forbid(
      'domain-knows-only-the-vocabulary',
      { path: '^packages/domain/' },
      { path: '^packages/(?!domain/|contract/src/vocabulary/)' },
      'Rules speak the words, not the wire.',
    ),
    forbid(
      'rules-do-no-io',
      { path: '^packages/(contract|domain)/src/', pathNot: test },
      { dependencyTypes: ['core'] },
      'No node: modules in contract or domain.',
    ),
    forbid(
      'only-the-form-knows-react',
      { path: '^packages/(contract|domain|server)/', pathNot: '^packages/contract/src/form\\.ts$' },
      { path: '(^|/node_modules/)react(-hook-form)?(/|$)' },
      'What site and console draw with stays out of wire, rules and server.',
    ),
    forbid(
      'nobody-imports-server',
      { path: '^packages/(?!server/)' },
      { path: '^packages/server/' },
      'Talk to the server over the wire.',
    ),
    forbid(
      'nobody-imports-an-app',
      { path: '^packages/(?!web/|console/)' },
      { path: '^packages/(web|console)/' },
      'Apps are leaves.',
    ),
    forbid(
      'web-and-console-are-strangers',
      { path: '^packages/(web|console)/' },
      { path: '^packages/(web|console)/', pathNot: '^packages/$1/' },
      'Share through contract and domain.',
    ),
    forbid(
      'product-does-not-know-the-workshop',
      { path: '^packages/' },
      { path: '^(tools|e2e|bench)/' },
      'Tools look at the product, never the reverse.',
    ),

    // Inside the server: slices meet at index.ts; platform knows no slice.
    forbid(
      'slices-meet-at-index',
      { path: '^packages/server/src/([^/]+)/' },
      { path: '^packages/server/src/[^/]+/(?!index\\.ts$)', pathNot: '^packages/server/src/($1|platform)/' },
      'Another slice is reached through its index.ts.',
    ),
    forbid(
      'platform-knows-no-slice',
      { path: '^packages/server/src/platform/' },
      { path: '^packages/server/src/(?!platform/)' },
      'Plumbing does not know what flows.',
    ),
    forbid(
      'slices-do-not-know-the-app',
      { path: '^packages/server/src/[^/]+/', pathNot: test },
      { path: '^packages/server/src/[^/]+\\.ts$' },
      'main.ts and app.ts compose slices; a slice is never composed of them.',
    ),

    forbid(
      'seldom-needed-loads-late',
      { path: '^packages/server/src/', pathNot: test },
      { path: '(^|/node_modules/)(viem|@simplewebauthn/server)(/|$)', dynamic: false, dependencyTypesNot: ['type-only'] },
      'Every start would pay for what few sign-ins need.',
    ),

    // Inside the apps: ui <- shared <- features <- app, and features are strangers to each other.
    forbid(
      'features-are-strangers',
      { path: '^packages/(web|console)/src/features/([^/]+)/' },
      { path: '^packages/[^/]+/src/features/', pathNot: '^packages/$1/src/features/$2/' },
      'Compose features in app/, not in each other.',
    ),
    forbid(
      'features-do-not-know-the-app',
      { path: '^packages/(web|console)/src/(features|shared|ui)/' },
      { path: '^packages/[^/]+/src/app/' },
      'Flow: ui -> shared -> features -> app.',
    ),
    forbid(
      'shared-does-not-know-features',
      { path: '^packages/(web|console)/src/(shared|ui)/' },
      { path: '^packages/[^/]+/src/features/' },
      'Flow: ui -> shared -> features -> app.',
    ),

    forbid(
      'drawing-knows-nothing-drawn',
      { path: '^packages/(web|console)/src/ui/' },
      { path: '^packages/$1/src/shared/' },
      'What a control shows is given to it: ui -> shared -> features.',
    ),

    forbid(
      'nobody-imports-a-test',
      { path: code, pathNot: test },
      { path: test },
      "Share test helpers from the package's test/.",
    ),
    forbid(
      'product-does-not-import-test-helpers',
      { path: '^packages/[^/]+/src/', pathNot: test },
      { path: '^packages/[^/]+/test/' },
      'Test helpers stay out of what runs in production.',
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.json', '.css'],
    },
  },
};
