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
const admin =
  /web\/src\/ui\/(Columns|DataTable|EmptyState|FactList|format|Inset|limits|LoadError|LoadingPanel|PageHeader|Panel|StatStrip|StatusBadge|Tag|TwoLines|UsageCard|When)\./

/** How the build is cut into files, beyond one for each route. `npm run bench -- web` shows what that comes to. */
export const chunkGroups = [
  { name: 'base', test: (id: string) => base.some((pattern) => pattern.test(id.replaceAll('\\', '/'))) },
  { name: 'admin', test: (id: string) => admin.test(id.replaceAll('\\', '/')) },
]
