import type { Plugin } from 'vite'

/** What is assigned to a component, which keeps it in the build: its name for developer tools, and groups of buttons, which no screen has. */
const assigned = /^(?:\w+\.displayName|(?:Button|ActionIcon)\.Group\w*) = .*;$/gm

/** Takes parts that nobody uses out of libraries. */
export function leanerLibraries(): Plugin {
  return {
    name: 'leaner-libraries',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/(react-router|@mantine)\/|web\/src\/.*\.tsx$/ },
      handler(code, id) {
        if (id.includes('node_modules')) return { code: code.replaceAll(assigned, ''), map: null }
        if (/\b(?:Button|ActionIcon)\.Group/.test(code))
          this.error(`${id} has a group of buttons, which the build leaves out`)
        return undefined
      },
    },
  }
}
