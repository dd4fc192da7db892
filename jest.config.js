/** Transpiles TypeScript with SWC and leaves modules as they are (ESM), as Node runs them. */
const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
      // What Node loads as CommonJS, the global set-up, imports at run time as Node does.
      module: { type: 'es6', ignoreDynamic: true },
    },
  ],
}

const file = (path) => `${import.meta.dirname}/${path}`

const node = (name, folder, more = {}) => ({
  displayName: name,
  rootDir: file(folder),
  testMatch: ['**/*.test.ts'],
  // Those have a script of their own: jest.long.config.js.
  testPathIgnorePatterns: ['/node_modules/', String.raw`\.long\.test\.ts$`],
  extensionsToTreatAsEsm: ['.ts'],
  transform,
  ...more,
})

/** Has what costs too much elsewhere complain: of memory that is released twice, and of changes to what is shared. */
const watched = { setupFilesAfterEnv: [file('program/src/testing/jest-setup.ts')] }

/** Run once for both projects that name them. */
const shared = {
  globalSetup: file('api/src/testing/global-setup.ts'),
  globalTeardown: file('api/src/testing/global-teardown.ts'),
}

/** @type {import('jest').Config} */
export default {
  // Every core: most tests wait for processes and sockets more than they compute. A worker that has grown starts anew.
  maxWorkers: '100%',
  workerIdleMemoryLimit: '1.5GB',
  testSequencer: file('jest.sequencer.js'),
  // Tests wait for events. This bound only ends one that hangs, and leaves room for a loaded machine.
  testTimeout: 60_000,
  projects: [
    node('wire', 'wire', watched),
    node('control-client', 'control-client'),
    node('program', 'program', watched),
    node('edge', 'edge', watched),
    node('agent', 'agent', watched),
    node('api', 'api', shared),
    {
      ...node('web', 'web'),
      testMatch: ['**/*.test.tsx', '**/*.test.ts'],
      testEnvironment: 'jsdom',
      extensionsToTreatAsEsm: ['.ts', '.tsx', '.md'],
      transform: { ...transform, '\\.md$': file('web/jest.text.js') },
      setupFilesAfterEnv: [file('web/jest.setup.ts')],
      moduleNameMapper: { '\\.css$': file('web/jest.styles.ts'), '^(.*\\.md)\\?raw$': '$1' },
    },
    node('bench', 'bench'),
    node('e2e', 'e2e', { ...shared, setupFilesAfterEnv: [file('e2e/src/jest-setup.ts')] }),
  ],
}
