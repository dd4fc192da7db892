import type { Plugin } from 'vite'

/** Assignments to a component that keep it in the build: its name for developer tools, and groups of buttons, which no screen uses. */
const assigned = /^(?:\w+\.displayName|(?:Button|ActionIcon)\.Group\w*) = .*;$/gm

/** Removes unused parts from libraries. */
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
