import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration, type TestUserConfig } from 'vitest/config'
import { apiReference } from './web/reference/plugin.ts'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What `npm run test:long` runs: promises at their edge, tests with more than one installation, and the screens of an account in a browser. It
 * takes longer than `npm test`.
 */
const longTests = '**/*.long.test.ts'

/** Runs the packages in the order of `projects`: those whose files take longest first, so that no core is idle at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's order of test files, no array's
    const sorted = await super.sort(files)
    const rank = ({ project }: TestSpecification) => this.ctx.projects.indexOf(project)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

const file = (path: string) => join(import.meta.dirname, path)

/**
 * Returns the packages that the command line names, or all if it names anything else: `npm test -- edge` runs that one, and not every file whose path contains
 * its name. What follows an option may be its value.
 */
function pickNamed(packages: TestProjectInlineConfiguration[]): TestProjectInlineConfiguration[] {
  const [, ...filters] = process.argv
    .slice(2)
    .filter((argument, index, all) => !argument.startsWith('-') && all[index - 1]?.startsWith('-') !== true)
  const named = packages.filter(({ test }) => filters.includes(test?.root ?? ''))
  return named.length > 0 && named.length === filters.length ? named : packages
}

export default defineConfig(({ mode }) => {
  const ofMode: TestUserConfig =
    mode === 'long'
      ? { include: [longTests], exclude: ['**/node_modules/**'] }
      : { include: ['**/*.test.{ts,tsx}'], exclude: ['**/node_modules/**', longTests] }

  /** A package whose tests Node itself loads, as it loads the product: nothing is transformed. */
  const node = (name: string, more: TestUserConfig = {}): TestProjectInlineConfiguration => ({
    extends: true,
    test: { name, root: name, ...ofMode, experimental: { viteModuleRunner: false, nodeLoader: false }, ...more },
  })
  /** Enables checks that cost too much elsewhere: of memory that is released twice, and of changes to shared values. */
  const watched = { setupFiles: [file('program/src/testing/watch.ts')] }
  /** Run once for the two packages that name it. */
  const databases = { globalSetup: [file('api/src/testing/global-setup.ts')] }
  const ofApi = { ...databases, setupFiles: [file('api/src/testing/own-modules.ts')] }

  const projects = [
    // Whole programs start within these tests, on machines that may be busy.
    node('e2e', { ...databases, testTimeout: 120_000, hookTimeout: 120_000 }),
    node('api', ofApi),
    node('edge', watched),
    {
      extends: true,
      plugins: [apiReference()],
      // The build of it that Node uses; otherwise Apollo Client and the schema would each have one of their own.
      resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
      test: {
        name: 'web',
        root: 'web',
        ...ofMode,
        environment: 'jsdom',
        setupFiles: [file('web/test-setup.ts')],
      },
    },
    node('agent', watched),
    node('wire', watched),
    node('control-client'),
    node('client'),
    node('acme'),
    node('program', watched),
    node('bench'),
  ]
  const picked = pickNamed(projects)
  return {
    test: {
      // Most tests wait for processes and sockets more than they compute: with one worker per core, a third of the time no core was busy. Browsers
      // and databases, which run beside the workers, use more of it when all packages run.
      maxWorkers: Math.ceil(availableParallelism() * (picked === projects ? 1.5 : 2)),
      // The files of a package share their modules, as requests do: loading them again for each file takes a third of the time.
      pool: 'forks',
      isolate: false,
      // Tests wait for events. These timeouts only end a test that hangs, and leave room for a loaded machine.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      sequence: { sequencer: LongestFirst },
      projects: picked,
    },
  }
})
