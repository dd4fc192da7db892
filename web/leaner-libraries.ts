import type { Plugin } from 'vite'

/** Takes the names that components have for developer tools alone out of libraries: assigning them keeps components nobody uses. */
export function leanerLibraries(): Plugin {
  return {
    name: 'leaner-libraries',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/(react-router|@mantine)\// },
      handler: (code) => ({ code: code.replaceAll(/^\w+\.displayName = .*;$/gm, ''), map: null }),
    },
  }
}
