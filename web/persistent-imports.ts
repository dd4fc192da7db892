import { join } from 'node:path'
import type { Plugin } from 'vite'

const helper = join(import.meta.dirname, 'src/network/import-when-served.ts')

/** Puts our own way of importing in the place of Vite's, which leaves a file that could not be loaded for good. */
export function persistentImports(): Plugin {
  return {
    name: 'persistent-imports',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          // Every browser that the build is for knows it.
          polyfill: false,
          // Vite names the files of a module only where there are several.
          resolveDependencies: (file, needed, { hostType }) =>
            hostType === 'js' ? [...new Set([file, ...needed])] : needed,
        },
      },
    }),
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => `export { importWhenServed as __vitePreload } from ${JSON.stringify(helper)}`,
    },
  }
}
