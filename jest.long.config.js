import config from './jest.config.js'

/**
 * What `npm run test:long` runs: promises at their edge, by gigabytes, with several versions of Node, with programs that are killed and
 * disks that are filled. `npm test` would take a fifth longer with them.
 *
 * @type {import('jest').Config}
 */
export default {
  ...config,
  projects: config.projects.map((project) => ({
    ...project,
    testMatch: ['**/*.long.test.ts'],
    testPathIgnorePatterns: ['/node_modules/'],
  })),
}
