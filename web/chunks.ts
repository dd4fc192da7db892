/** What every page needs. In one file it takes less than in the dozens that the bundler would make of it. */
const base = [
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|clsx)\//,
  /node_modules\/(@apollo\/client|graphql|optimism|rxjs|@wry\/\w+)\//,
  /node_modules\/@mantine\/core\/esm\/core\//,
  /node_modules\/@mantine\/core\/esm\/components\/(ActionIcon|Button|CloseButton|Loader|Text|Title|Transition|UnstyledButton|VisuallyHidden)\//,
  /web\/src\/(session|site|theme)\//,
  /web\/src\/(main|routes)\./,
  /web\/src\/app\/(App|ColorSchemeToggle|ConnectionBanner|ErrorBoundary|Screens|services)\./,
  /web\/src\/graphql\/(cache|client|ConnectionProvider|errors|session-link)\./,
  /web\/src\/ui\/(AlertBanner|Brand|BrandMark|CodeBlock|CopyableValue|CopyButton|LoadingScreen|MessageScreen|Notice|SkipLink|useCopy|useNow)\./,
]

/** The small pieces that most admin screens are made of. Each file of the build takes room in the base, which knows them all. */
const admin = [
  /web\/src\/ui\/(Columns|DataTable|EmptyState|FactList|format|Initials|Inset|ItemList|limits|LoadError|LoadingPanel|PageHeader|Pager|Panel|Person|SegmentedLinks|StatStrip|StatusBadge|Tag|TwoLines|UsageCard|When)\./,
  /web\/src\/(accounts\/(ActiveAccount|active-account-id|add-membership|OpenAccount|roles|RoleTag|useForgetAccount)|billing\/(price|subscription-words)|gateways\/GatewayStatusBadge)\./,
  /@tabler\/icons-react\/.*\/Icon(Alert\w+|Api|ArrowsUpDown|Ban|Chevron\w+|Clock|Download|ExternalLink|Key|ListDetails|Plus|ShieldCheck|Trash|WorldWww)\./,
]

/** What nearly every form is made of. */
const forms = [
  /node_modules\/@mantine\/form\//,
  /node_modules\/@mantine\/core\/esm\/components\/(Anchor|Group|Input|InputBase|NativeSelect|Stack|TextInput)\//,
  /node_modules\/@mantine\/hooks\/esm\/use-(force-update|id|merged-ref|uncontrolled)\//,
  /web\/src\/graphql\/use(Form)?Action\./,
]

/** What the public pages share with the dashboard, in pieces so small that apart they would not even be compressed. */
const shared = [
  /node_modules\/@mantine\/hooks\/esm\/use-disclosure\//,
  /@tabler\/icons-react\/.*\/Icon(Activity|Menu2|Refresh|Route|Users)\./,
  /web\/src\/(agents\/(AgentCommand|agent-command)|auth-tokens\/(OwnSecret|secrets|useOwnSecret)|install\/(SetAuthIdCommand|systems|useInstallation)|ui\/(mask-secret|PlanCard|TunnelDiagram))\./,
]

/** How the build is cut into files, beyond one for each route. `npm run bench -- web` shows what that comes to. */
export const chunkGroups = [
  { name: 'base', test: isAmong(base) },
  { name: 'admin', test: isAmong(admin) },
  { name: 'shared', test: isAmong(shared) },
  { name: 'forms', test: isAmong(forms) },
]

function isAmong(patterns: RegExp[]) {
  return (id: string) => patterns.some((pattern) => pattern.test(id.replaceAll('\\', '/')))
}
