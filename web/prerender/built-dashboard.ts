import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The parts of the dashboard's build that its prerendered pages need. */
export interface BuiltDashboard {
  /** Its index.html. */
  shell: string
  /** Its style sheets, with their class names. */
  styles: { href: string; classes: string[] }[]
}

const name = 'virtual:built-dashboard'

/** Makes the parts of the dashboard's build a separate module. */
export function builtDashboard(folder: string): Plugin {
  return {
    name: 'built-dashboard',
    resolveId: { filter: { id: /^virtual:built-dashboard$/ }, handler: () => `\0${name}` },
    load: {
      filter: { id: /^\0virtual:built-dashboard$/ },
      handler: () => `export default ${JSON.stringify(readBuilt(folder))}`,
    },
  }
}

function readBuilt(folder: string): BuiltDashboard {
  const shell = readFileSync(join(folder, 'index.html'), 'utf8')
  const sheets = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.css'))
  const styles = sheets.map((file) => {
    const names = readFileSync(join(folder, 'assets', file), 'utf8').matchAll(/\.([a-zA-Z_][\w-]*)/g)
    return { href: `/assets/${file}`, classes: [...new Set([...names].map(([, each = '']) => each))] }
  })
  // The page already links the other style sheets.
  return { shell, styles: styles.filter(({ href }) => !shell.includes(href)) }
}
