/**
 * The directions of imports, in one map: which package, tier, feature and room may import which. `npm run directions` checks them, types
 * included, and finds every cycle. A list is an order: each of its names may import only earlier ones.
 */
import { readFileSync } from 'node:fs'

/** What each package imports from the others, through its entry points. The two that test everything import everything. */
const packages = {
  schema: [],
  program: [],
  wire: ['program'],
  'control-client': [],
  client: ['schema'],
  acme: ['program'],
  api: ['schema', 'program', 'acme'],
  edge: ['wire', 'control-client', 'schema', 'program'],
  agent: ['wire', 'control-client', 'schema', 'program'],
  // From the agent, only the types of its local server's answers: this entry point has no code.
  web: ['schema', 'agent'],
}

/** The features of the API, in the order in which `features/index.ts` lists them. */
const apiFeatures = [...readFileSync('api/src/features/index.ts', 'utf8').matchAll(/name: '([a-z-]+)'/g)].map(
  ([, name]) => name,
)

/** Tiers, features and rooms. Each entry is a folder, or a file pattern, in the package's `src`. */
const orders = {
  api: [
    'ground/',
    'platform/',
    ...apiFeatures.map((name) => `features/${name}/`),
    String.raw`features/[^/]+\.ts$`,
    'http/',
    String.raw`open-app\.ts$`,
    'admin/',
    String.raw`(index|main|start)\.ts$`,
  ],
  edge: [
    String.raw`(addresses|bounded-map|error-code|hostname|process-names|proxy-header|redis-settings|reporting|retry|running-edge|settings|sign-token|token-bucket|visitor|wait-at-most|web-socket)\.ts$`,
    'certificates/',
    'pages/',
    'accounts/',
    'requests/',
    'limit-leases/',
    'usage/',
    'tunnels/',
    'routes/',
    'hop/',
    'control/',
    'http/',
    'http1/',
    'http2/',
    'ingress/',
    'exchange/',
    'probes/',
    'agent-calls/',
    'dashboard/',
    'operations/',
    String.raw`config\.ts$`,
    'processes/',
    String.raw`(own-host|router|edge|open-certificates|open-hop|open-reports|edge-parts|last-resort|index|main|process-entry|thread-entry|thread)\.ts$`,
  ],
  agent: [
    String.raw`(failure|file-fault|older-node|sentence|version|whole-file)\.ts$`,
    'net/',
    'rules/',
    'origin/',
    'connection/',
    'control/',
    'inspection/',
    'reports/',
    'tunnel/',
    'config/',
    'calls/',
    'output/',
    'sign-in/',
    'update/',
    'local/',
    'doctor/',
    'mcp/',
    'service/',
    'library/',
    'commands/',
    String.raw`(main|packaged)\.ts$`,
  ],
  web: [
    'graphql/generated/',
    'network/',
    'theme/',
    'ui/',
    'exchanges/',
    'auth/',
    'graphql/',
    ...[
      'site',
      'identities',
      'factors',
      'accounts',
      'diagnostics',
      'email-addresses',
      'support',
      'webhooks',
      'notices',
      'audit',
      'auth-tokens',
      'command-line-sign-ins',
      'plans',
      'legal',
      'agent-tokens',
      'api-keys',
      'domains',
      'gateways',
      'install',
      'ip-restrictions',
      'settings',
      'team',
      'agents',
      'docs',
      'marketing',
      'sessions',
      'usage',
      'invoices',
      'subscriptions',
      'profile',
      'rate-limits',
      'requests',
      'traffic',
      'getting-started',
      'tunnel-errors',
    ].map((name) => `features/${name}/`),
    'app/',
    'inspector/',
    String.raw`main\.tsx$`,
  ],
}

const error = 'error'
/** Tests, and code used only by tests, import what they test. */
const tests = String.raw`\.test\.tsx?$|/testing/|/fuzz/|^(agent|web)/[^/]+\.ts$`

const packageRules = Object.entries(packages).map(([name, imports]) => ({
  name: `package-${name}`,
  comment: `${name}/ imports ${imports.join(', ') || 'no other package'}.`,
  severity: error,
  from: { path: `^${name}/`, pathNot: tests },
  to: {
    path: `^(${[...Object.keys(packages), 'e2e', 'bench'].join('|')})/`,
    pathNot: `^(${[name, ...imports].join('|')})/`,
  },
}))

const orderRules = Object.entries(orders).flatMap(([name, order]) =>
  order.slice(0, -1).map((entry, index) => ({
    name: `order-${name}-${entry.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')}`,
    comment: `${name}/src/${entry} imports what stands before it in directions.js.`,
    severity: error,
    from: { path: `^${name}/src/${entry}`, pathNot: tests },
    to: {
      path: `^${name}/src/(${order.slice(index + 1).join('|')})`,
      // `graphql/generated/` is in `graphql/`, and precedes it.
      pathNot: order.slice(0, index + 1).map((before) => `^${name}/src/${before}`),
    },
  })),
)

/** @type {import('dependency-cruiser').IConfiguration & { packages: string[], orders: object, texts: object[] }} */
export default {
  packages: Object.keys(packages),
  orders,
  /** Text that may be written in only a few files. */
  texts: [
    {
      name: 'sql-in-repositories',
      files: 'api/src/**/*.ts',
      exempt: /\.test\.ts$|\/testing\/|platform\/db\/|repository\.ts$/,
      pattern: /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^>]*>)?`/,
    },
    {
      name: 'transactions-by-change',
      files: 'api/src/**/*.ts',
      exempt:
        /\.test\.ts$|\/testing\/|platform\/db\/|platform\/change\.ts$|platform\/jobs\/schedules\.ts$|jobs\/dying-node\.ts$/,
      pattern: /\.transaction\(\)/,
    },
    {
      // Browsers throw where storage is switched off or full, and at the mere mention of it.
      name: 'storage-by-one-door',
      files: 'web/src/**/*.{ts,tsx}',
      exempt: /\.test\.tsx?$|\/testing\/|network\/storage\.ts$/,
      pattern: /\b(?:local|session)Storage[.[]/,
    },
    {
      // Node's own hangs if the answer is 101.
      name: 'requests-by-one-door',
      files: 'agent/src/**/*.ts',
      exempt: /\.test\.ts$|\/testing\/|net\/request-http\.ts$/,
      pattern: /\brequest\b[^}]*\} from 'node:https?'/,
    },
    {
      // The files of a package share their modules: such a hook would belong only to the first file that loads it.
      name: 'hooks-in-tests',
      files: '{acme,agent,api,client,control-client,e2e,edge,program,wire}/src/**/*.ts',
      exempt: /\.test\.ts$/,
      pattern: /^(?:before|after)(?:Each|All)\(/m,
    },
  ],
  forbidden: [
    { name: 'no-circle', severity: error, from: {}, to: { circular: true } },
    ...packageRules,
    ...orderRules,
    {
      name: 'no-deep-import',
      comment: 'A package is entered by its door, the `exports` of its package.json.',
      severity: error,
      from: { path: '^([^/]+)/', pathNot: '^(e2e|bench)/' },
      to: {
        path: '^(schema|wire|control-client|client|program|acme|edge|agent|api|web|e2e|bench)/',
        pathNot: '^$1/',
        dependencyTypes: ['local'],
      },
    },
    {
      name: 'web-knows-types-of-agent',
      comment: 'Of the agent, what shows requests has the types of what the local server says, and no code.',
      severity: error,
      from: { path: '^web/', pathNot: tests },
      to: { path: '^agent/', pathNot: String.raw`^agent/src/inspection/api-types\.ts$` },
    },
    {
      name: 'repositories-are-private',
      comment: "Another feature's repository is its own: call its service.",
      severity: error,
      from: { path: '^api/src/(features|platform)/([^/]+)/', pathNot: tests },
      to: { path: String.raw`^api/src/.*repository\.ts$`, pathNot: '^api/src/$1/$2/' },
    },
    {
      name: 'repositories-are-private-to-composition',
      severity: error,
      from: { path: String.raw`^api/src/(http/|admin/|features/[^/]+\.ts$|[^/]+\.ts$)`, pathNot: tests },
      to: { path: String.raw`^api/src/.*repository\.ts$` },
    },
    {
      name: 'wire-knows-no-sockets',
      severity: error,
      from: { path: '^wire/src/', pathNot: tests },
      to: { path: '^(node:)?(net|tls|http|https|http2)$' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`/generated/|\.generated\.ts$|/dist/|\.md$` },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
