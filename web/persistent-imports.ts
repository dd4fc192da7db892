import { join } from 'node:path'
import type { Plugin } from 'vite'

const helper = join(import.meta.dirname, 'src/network/import-when-served.ts')

/** Replaces Vite's way of importing, which gives up permanently on a file that could not be loaded, with our own. */
export function persistentImports(): Plugin {
  return {
    name: 'persistent-imports',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          // Every browser that the build targets supports it.
          polyfill: false,
          // Vite lists the files of a module only if there are several.
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
