/** What every page needs. One file is smaller than the dozens that the bundler would make of it. */
const base = [
  /schema\/web-paths\./,
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|clsx)\//,
  /node_modules\/(@apollo\/client|graphql|optimism|rxjs|@wry\/\w+)\//,
  /node_modules\/@mantine\/core\/esm\/core\//,
  /node_modules\/@mantine\/core\/esm\/components\/(ActionIcon|Button|Loader|Text|Title|Transition|UnstyledButton|VisuallyHidden)\//,
  /web\/src\/(auth|features\/site|network|theme)\//,
  /web\/src\/app\/(App|ConnectionBanner|ErrorBoundary|Screens|ScrollToLocation|routes|services)\./,
  /web\/src\/graphql\/(cache|client|ConnectionProvider|errors|recovery|session-link)\./,
  /web\/src\/ui\/(CodeBlock|ColorSchemeToggle|CopyableValue|CopyButton|LoadingScreen|Mark|MessageScreen|SkipLink|useCopy)\./,
]

/** What Mantine's menus, dialogs and inputs share. */
const controls = [
  /node_modules\/@mantine\/core\/esm\/core\/(utils\/(create-scoped-keydown-handler|create-safe-context|close-on-escape|get-context-item-index|get-single-element-child|is-element|get-ref-prop|find-element-ancestor|get-safe-id|get-breakpoint-value|get-default-z-index|create-event-handler|get-base-value|get-sorted-breakpoints|get-env)|styles-api\/use-resolved-styles-api|DirectionProvider|Box\/get-style-object)\//,
  /node_modules\/@mantine\/hooks\/esm\/use-(callback-ref|mounted|window-event)\//,
]

/** Parts of what every page needs that the landing page does not use. */
const later = [
  ...controls,
  /node_modules\/@apollo\/client\/(link\/subscriptions|react\/hooks\/use(Mutation|Subscription)\.)/,
  /web\/src\/(auth\/(drafts|origin|scopes|useDraft)|features\/site\/(alert-rules|DismissibleAlert|EntryLayout|EntryPicture|NotFoundPage|page-request-id|PublicPage|Screen))\./,
]

/** The small pieces that most admin screens are made of. Each file of the build takes space in the base, which lists them all. */
const admin = [
  /web\/src\/ui\/(AddButton|Below|Columns|DataTable|EmptyState|FactList|FindPanel|first-notification|Initials|Inset|ItemList|Keys|LoadingPanel|LostSince|OpenButton|Pager|Panel|ReconnectingBadge|StatStrip|StatusBadge|Tag|TwoLines|UsageCard|useFlag|useKeptFocus|usePageNumber|useParameter|When)\./,
  /web\/src\/(features\/(accounts\/(ActiveAccount|add-membership|OpenAccount|roles|RoleTag|useAccountQuery|useForgetAccount)|agents\/(agent|agent-name|AgentStatusBadge)|gateways\/(gateway|GatewayStatusBadge)|requests\/useFollowedQuery|site\/Screen|subscriptions\/subscription-looks|team\/member)|graphql\/(to-subscription|useScreenQuery))\./,
  /node_modules\/@apollo\/client\/react\/hooks\/useSubscription\./,
  /@tabler\/icons-react\/.*\/Icon(Alert\w+|Api|Arrow(Right|sExchange|sUpDown)|Ban|Bell|Chevron\w+|Clock|CreditCard|Download|ExternalLink|Key|ListDetails|Plus|Search|ShieldCheck|Trash|WorldWww)\./,
]

/** What a list of the plans on sale shares with the dashboard: otherwise the home page would load all of `admin` for it. */
const offers = [/web\/src\/(ui\/once|graphql\/useSteady|features\/plans\/price)\./]

/** How figures are written and failures shown, shared by the dashboard and public pages other than the home page. */
const figures = [/web\/src\/(ui\/(format|limits)|graphql\/QueryError)\./]

/** What nearly every form is made of. */
const forms = [
  /node_modules\/@mantine\/form\//,
  /node_modules\/@mantine\/core\/esm\/components\/(Anchor|Group|Input|InputBase|NativeSelect|Stack|TextInput)\//,
  /node_modules\/@mantine\/hooks\/esm\/use-(force-update|id|merged-ref|uncontrolled)\//,
  /node_modules\/@apollo\/client\/react\/hooks\/useMutation\./,
  /web\/src\/(graphql\/use(Form)?Action|auth\/(drafts|origin|useDraft)|features\/sessions\/password-rules|ui\/Form)\./,
]

/** Checkboxes, whose parts radio buttons use too. */
const checkboxes = [/node_modules\/@mantine\/core\/esm\/(components\/Checkbox|utils\/InlineInput)\//]

/** The frame around every screen of the dashboard. Parts of it are shared with code that is loaded when a screen opens, and would otherwise be separate files. */
const frame = [/web\/src\/app\/AdminLayout\./]

/** The screen for people who have just signed up, with what it shares with the overview that replaces it. */
const start = [/web\/src\/features\/getting-started\/(GatewaySelect|GettingStartedPage)\./]

/** What the public pages share with the dashboard, in pieces so small that separately they would not even be compressed. */
const shared = [
  /node_modules\/@mantine\/hooks\/esm\/use-disclosure\//,
  /@tabler\/icons-react\/.*\/Icon(Activity|Menu2|PlayerPause|Refresh|Route|Terminal2|Users|X)\./,
  /web\/src\/(features\/install\/LoginCommand|ui\/TunnelDiagram)\./,
]

/** What the public pages share with each other, and with parts of the dashboard that are loaded when they are opened. */
const publicParts = [/web\/src\/(features\/(install\/(systems|useInstallation)|marketing\/PlanCards)|ui\/PlanCard)\./]

/** What several screens show of requests, in pieces too small for separate files. */
const requests = [/web\/src\/features\/(diagnostics\/hops|requests\/looks)\./]

/**
 * How the build is split into files, beyond one for each route. A group includes what its modules import, unless an earlier group has it.
 * `npm run bench -- web` shows the resulting sizes.
 */
export const chunkGroups = [
  { name: 'base', test: (id: string) => isAmong(base)(id) && !isAmong(later)(id) },
  { name: 'offers', test: isAmong(offers) },
  { name: 'figures', test: isAmong(figures) },
  { name: 'admin', test: isAmong(admin) },
  { name: 'shared', test: isAmong(shared) },
  { name: 'public', test: isAmong(publicParts) },
  { name: 'requests', test: isAmong(requests) },
  { name: 'controls', test: isAmong(controls) },
  { name: 'forms', test: isAmong(forms) },
  { name: 'checkboxes', test: isAmong(checkboxes) },
  { name: 'frame', test: isAmong(frame) },
  { name: 'start', test: isAmong(start) },
]

function isAmong(patterns: RegExp[]) {
  return (id: string) => patterns.some((pattern) => pattern.test(id.replaceAll('\\', '/')))
}
