import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What the dashboard's build has for pages that are drawn of it. */
export interface BuiltDashboard {
  /** Its index.html. */
  shell: string
  /** Its style sheets, with the names of their classes. */
  styles: { href: string; classes: string[] }[]
}

const name = 'virtual:built-dashboard'

/** Makes what the dashboard's build has a module of its own. */
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
  // What the page links by itself is there.
  return { shell, styles: styles.filter(({ href }) => !shell.includes(href)) }
}
