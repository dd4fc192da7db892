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
      module: { type: 'es6' },
    },
  ],
}

const node = (name, folder, more = {}) => ({
  displayName: name,
  rootDir: `${import.meta.dirname}/${folder}`,
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform,
  ...more,
})

/** @type {import('jest').Config} */
export default {
  projects: [
    node('wire', 'wire'),
    node('control-client', 'control-client'),
    node('edge', 'edge'),
    node('agent', 'agent'),
    node('api', 'api', { globalSetup: '<rootDir>/src/testing/global-setup.ts' }),
    {
      ...node('web', 'web'),
      testMatch: ['**/*.test.tsx', '**/*.test.ts'],
      testEnvironment: 'jsdom',
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      setupFilesAfterEnv: ['<rootDir>/jest.setup.ts'],
      moduleNameMapper: { '\\.css$': '<rootDir>/jest.styles.ts' },
    },
    node('bench', 'bench'),
    node('e2e', 'e2e', { setupFilesAfterEnv: ['<rootDir>/src/jest-setup.ts'] }),
  ],
}
