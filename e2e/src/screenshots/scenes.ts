import type { Page } from 'playwright-core'
import type { World } from './world.ts'

/** A page as a person sees it, or a dialog on it. */
export interface Scene {
  /** Names the picture. */
  name: string
  /** The address, without an origin for a page of the dashboard. */
  path: string
  as: Viewer
  /** Called once the page has settled. */
  steps?: (page: Page) => Promise<unknown>
  /** Restores the state for the next scene. */
  after?: (page: Page) => Promise<unknown>
  /** Only on narrow windows: what wide ones do not have. */
  narrow?: boolean
  /** Whether something covers the page, or it is too long for a picture, so that only the window is photographed. */
  overlay?: boolean
}

/** The viewer: a person who is not signed in, or one from the world. */
export type Viewer = 'visitor' | 'ada' | 'grace' | 'newcomer'

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click()

const checked = { as: 'ada', overlay: true } as const

const check = (name: string) => async (page: Page) => {
  await press(new RegExp(`^Check the connection of ${name}`))(page)
  await page.getByText(/^(Every hop works|Requests end here)/).waitFor()
}

/** Opens the page of a row, and waits until its connection has been measured. */
const openRow = (name: string) => async (page: Page) => {
  await page.getByRole('row').getByRole('link', { name, exact: true }).first().click()
  await page.getByText(/^Measured /).waitFor()
  await page.getByText('Requests by status').first().waitFor()
}

/** The part of the world that scenes need. */
type SceneWorld = Pick<
  World,
  | 'grace'
  | 'inviteToken'
  | 'errorPath'
  | 'verifyPath'
  | 'comeAs'
  | 'askToConnect'
  | 'loseAgent'
  | 'operate'
  | 'unvisited'
>

const enterAddress = (address: string) => (page: Page) => page.getByLabel('IP address or CIDR range').fill(address)

/** Everything that can be seen. Each route is here at least once. */
export const listScenes = ({
  grace,
  inviteToken,
  errorPath,
  verifyPath,
  comeAs,
  askToConnect,
  loseAgent,
  operate,
  unvisited: [suspendedUrl, blockedUrl],
}: SceneWorld): Scene[] => [
  ...pages('visitor', {
    landing: '/',
    pricing: '/pricing',
    download: '/download',
    docs: '/docs',
    'docs-advanced': '/docs/advanced',
    terms: '/terms',
    privacy: '/privacy',
    contact: '/contact',
    'report-issue': '/report-issue?type=security&title=A%20title',
    'not-found': '/no-such-page',
    success: '/success?session_id=cs_test_a1B2c3D4e5F6g7H8',
    'sign-up': '/signup',
    'sign-up-invited': `/signup?invite_token=${inviteToken}`,
    'sign-in': '/signin',
    'sign-in-invited': `/signin?invite_token=${inviteToken}`,
    'sign-in-with-broken': '/signin/with',
    'forgot-password': '/forgot-password',
    'reset-password': '/reset-password?access_token=a&refresh_token=b',
    'reset-password-broken': '/reset-password',
    'verify-email-broken': '/verify-email',
    'verify-email': verifyPath,
    'signed-out': '/logout',
  }),
  { name: 'sign-up-refused', path: '/signup', as: 'visitor', steps: press('Create account') },
  returnFromProvider('sign-up-by-provider', '/signup', () => comeAs('new')),
  returnFromProvider('sign-in-to-link', '/signin', () => comeAs('ada')),
  { name: 'contact-refused', path: '/contact', as: 'visitor', steps: press('Send message') },
  { name: 'docs-reference', path: '/docs/reference', as: 'visitor', overlay: true },
  { name: 'docs-search', path: '/docs', as: 'visitor', steps: (page) => page.getByRole('searchbox').fill('token') },
  { name: 'public-menu', path: '/', as: 'visitor', steps: press('Open the menu'), narrow: true },
  ...pages('ada', {
    'getting-started': '/admin/getting-started',
    'auth-id': '/admin/auth-id',
    gateway: '/admin/gateway',
    domains: '/admin/domains',
    agents: '/admin/agents',
    team: '/admin/team',
    settings: '/admin/settings',
    billing: '/admin/billing',
    'gateway-metrics': '/admin/gateway-metrics',
    'network-transfer': '/admin/network-transfer',
    'rate-limits': '/admin/rate-limits',
    requests: '/admin/requests',
    'requests-filtered': '/admin/requests?status=5xx&slow=30000',
    identity: '/admin/identity',
    'ip-restrictions': '/admin/ip-restrictions',
    'audit-log': '/admin/audit-log',
    notices: '/admin/notices',
    profile: '/admin/profile',
    'admin-not-found': '/admin/no-such-page',
    'tunnel-error': errorPath,
    'landing-signed-in': '/',
    'verify-email-other': verifyPath,
  }),
  { name: 'restriction-refused', path: '/admin/ip-restrictions', as: 'ada', steps: enterAddress('300.1.1.1') },
  { name: 'restriction-short', path: '/admin/ip-restrictions', as: 'ada', steps: enterAddress('2001:db8::1') },
  { name: 'gateway-create', path: '/admin/gateway', as: 'ada', steps: press('Create Gateway') },
  { name: 'team-invite', path: '/admin/team', as: 'ada', steps: press('Invite Member') },
  { name: 'team-all-invites', path: '/admin/team', as: 'ada', steps: press('Show All Invitations') },
  { name: 'auth-id-create', path: '/admin/auth-id', as: 'ada', steps: press('Create token') },
  { name: 'webhook-create', path: '/admin/notices', as: 'ada', steps: press('Create webhook') },
  {
    name: 'webhook-deliveries',
    path: '/admin/notices',
    as: 'ada',
    overlay: true,
    steps: async (page) => {
      await page
        .getByRole('button', { name: /^Deliveries to/ })
        .nth(1)
        .click()
      await page.getByRole('dialog').getByText('Details').first().click()
      await page.getByLabel('What was answered').first().waitFor()
    },
  },
  { name: 'identity-create', path: '/admin/identity', as: 'ada', steps: press('Create API key') },
  { name: 'agent-token-create', path: '/admin/identity', as: 'ada', steps: press('Create agent token') },
  { name: 'trust-create', path: '/admin/identity', as: 'ada', steps: press('Trust a workload') },
  ...dialogs('ada', {
    palette: ['/admin/agents', 'Find or do something'],
    'menu-user': ['/admin/agents', /^Account menu/],
    'dialog-gateway-delete': ['/admin/gateway', 'Delete gateway demo'],
    'dialog-domain-delete': ['/admin/domains', 'Delete domain dev.ada-example.com'],
    'dialog-agent-stop': ['/admin/agents', /^Stop /],
    'dialog-member-remove': ['/admin/team', 'Remove grace@example.com'],
    'dialog-invite-revoke': ['/admin/team', /^Revoke Invitation/],
    'dialog-ownership': ['/admin/team', 'Transfer ownership'],
    'dialog-account-delete': ['/admin/settings', 'Delete account'],
    'dialog-plan-change': ['/admin/billing', 'Downgrade to Early Access'],
    'dialog-token-regenerate': ['/admin/auth-id', 'Regenerate'],
    'dialog-machine-disconnect': ['/admin/auth-id', /^Disconnect /],
    'dialog-webhook-secret': ['/admin/notices', /^New secret for/],
    'dialog-webhook-delete': ['/admin/notices', /^Delete the webhook to/],
    'dialog-key-revoke': ['/admin/identity', 'Revoke Status page'],
    'dialog-restriction-remove': ['/admin/ip-restrictions', /^Remove the restriction/],
    'dialog-app-add': ['/admin/profile', 'Add an app'],
    'dialog-passkey-add': ['/admin/profile', 'Add a passkey'],
    'dialog-single-sign-on': ['/admin/domains', 'Single sign-on'],
    'dialog-sessions': ['/admin/profile', /^Sign out everywhere/],
  }),
  { ...checked, name: 'dialog-agent-check', path: '/admin/agents', steps: check('Laptop of Ada') },
  { ...checked, name: 'dialog-agent-cookie', path: '/admin/agents', steps: check('Agent') },
  { ...checked, name: 'dialog-gateway-check', path: '/admin/gateway', steps: check('shop') },
  {
    name: 'dialog-shortcuts',
    path: '/admin/agents',
    as: 'ada',
    overlay: true,
    steps: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
    after: (page) => page.keyboard.press('Escape'),
  },
  ...dialogs('ada', { menu: ['/admin/agents', 'Open the menu'] }).map((scene) => ({ ...scene, narrow: true })),
  {
    name: 'request',
    path: '/admin/requests',
    as: 'ada',
    steps: async (page) => {
      await page.getByRole('list', { name: 'Requests' }).getByRole('link').first().click()
      await page.getByRole('region', { name: 'Request' }).getByText('In all').waitFor()
    },
  },
  { name: 'gateway-page', path: '/admin/gateway', as: 'ada', steps: openRow('shop') },
  { name: 'agent-page', path: '/admin/agents', as: 'ada', steps: openRow('Laptop of Ada') },
  {
    name: 'offline',
    path: '/admin/agents',
    as: 'ada',
    steps: async (page) => {
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
    },
    after: (page) => page.context().setOffline(false),
  },
  ...pages('grace', { 'two-accounts': '/admin/team' }),
  {
    name: 'profile-linked',
    path: '/admin/profile',
    as: 'grace',
    steps: async (page) => {
      comeAs('grace')
      await press('Link Example')(page)
      await page.getByText('grace.hopper@navy.example', { exact: true }).waitFor()
    },
  },
  ...dialogs('grace', { 'dialog-unlink': ['/admin/profile', 'Unlink Example'] }),
  ...(['ada', 'grace'] as const).map((as): Scene => ({
    name: `connect-code-${as}`,
    path: '/admin/connect',
    as,
    steps: async (page) => {
      await page.getByLabel('Code', { exact: true }).fill(await askToConnect())
      await press('Continue')(page)
      await page.getByRole('button', { name: 'Approve' }).waitFor()
    },
  })),
  ...pages('ada', { connect: '/admin/connect', 'connect-wrong': '/admin/connect?code=BBBB-BBBB' }),
  ...(['agents', 'gateway', 'gateway-metrics', 'getting-started'] as const).map((screen): Scene => ({
    name: `lost-${screen}`,
    path: `/admin/${screen}`,
    as: 'grace',
    steps: async (page) => {
      await loseAgent()
      await page.getByText(/^lost \d+ s ago$/).waitFor()
    },
  })),
  {
    name: 'suspended',
    path: '/admin/gateway',
    as: 'grace',
    steps: async (page) => {
      await operate('accounts', 'suspend', grace.namespace, '--reason', 'It sent visitors to a copy of a bank.')
      await page.getByRole('region', { name: 'Suspension' }).waitFor()
    },
    after: () => operate('accounts', 'resume', grace.namespace),
  },
  {
    name: 'suspended-address',
    path: '/docs',
    as: 'visitor',
    steps: async (page) => {
      await operate('accounts', 'suspend', grace.namespace, '--reason', 'It sent visitors to a copy of a bank.')
      await page.goto(suspendedUrl)
      await page.getByText('This address is suspended').waitFor()
    },
    after: () => operate('accounts', 'resume', grace.namespace),
  },
  {
    name: 'blocked-address',
    path: '/docs',
    as: 'visitor',
    steps: async (page) => {
      const { hostname } = new URL(blockedUrl)
      const reason = 'It led to https://login.a-rather-long-name-of-a-copy-of-a-bank.example/account.'
      await operate('hostnames', 'block', hostname, '--reason', reason)
      await page.goto(blockedUrl)
      await page.getByText('a-copy-of-a-bank').waitFor()
    },
  },
  ...dialogs('grace', { 'menu-accounts': ['/admin/gateway', /^Switch account/] }),
  ...pages('newcomer', {
    'tunnel-error-unknown': '/admin/errors?report=nothing',
    'empty-getting-started': '/admin/getting-started',
    'empty-auth-id': '/admin/auth-id',
    'empty-gateway': '/admin/gateway',
    'empty-domains': '/admin/domains',
    'empty-agents': '/admin/agents',
    'empty-team': '/admin/team',
    'empty-settings': '/admin/settings',
    'empty-billing': '/admin/billing',
    'empty-gateway-metrics': '/admin/gateway-metrics',
    'empty-network-transfer': '/admin/network-transfer',
    'empty-rate-limits': '/admin/rate-limits',
    'empty-requests': '/admin/requests',
    'empty-identity': '/admin/identity',
    'empty-ip-restrictions': '/admin/ip-restrictions',
    'empty-audit-log': '/admin/audit-log',
    'empty-notices': '/admin/notices',
    // Last, because the address is verified from here on.
    'verify-email-done': verifyPath,
  }),
]

function pages(as: Viewer, paths: Record<string, string>): Scene[] {
  return Object.entries(paths).map(([name, path]) => ({ name, path, as }))
}

/** Returns the scene of a person whom the provider presents for the first time. */
function returnFromProvider(name: string, path: string, prepare: () => void): Scene {
  return {
    name,
    path,
    as: 'visitor',
    steps: async (page) => {
      prepare()
      // The provider then presents the same person as before.
      await page.context().clearCookies({ domain: '127.0.0.1' })
      await press('Continue with Example')(page)
      await page.waitForURL('**/signin/with/example')
      await page.locator('h1').waitFor()
    },
  }
}

/** By name, the page and the button on it that opens a dialog or menu. */
function dialogs(as: Viewer, openers: Record<string, [path: string, button: string | RegExp]>): Scene[] {
  return Object.entries(openers).map(([name, [path, button]]) => ({
    name,
    path,
    as,
    overlay: true,
    steps: async (page) => {
      await press(button)(page)
      await page.getByRole('dialog').or(page.getByRole('menu')).waitFor()
    },
  }))
}
