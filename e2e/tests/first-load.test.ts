import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../src/processes.ts'

const folder = join(projectFolder, 'web/dist/assets')
const files = readdirSync(folder).filter((name) => name.endsWith('.js'))

/** Returns the files that are loaded for a file of the build, by what they hold: without the hash of their content. */
function listLoaded(name: string): Set<string> {
  const loaded = new Set<string>()
  const waiting = files.filter((file) => file.startsWith(`${name}-`))
  expect(waiting).toHaveLength(1)
  for (const file of waiting) {
    if (loaded.has(file)) continue
    loaded.add(file)
    const code = readFileSync(join(folder, file), 'utf8')
    // An `import(…)` is loaded later.
    for (const [, imported = ''] of code.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) waiting.push(imported)
  }
  return new Set([...loaded].map((file) => file.replace(/-.{8}\.js$/, '')))
}

it.each(['LandingPage', 'PricingPage'])(
  'the public page %s loads neither the forms of the dashboard nor what its menus and dialogs share',
  (page) => {
    const loaded = listLoaded(page)
    expect(loaded).toContain('base')
    expect([...loaded].filter((name) => ['admin', 'controls', 'forms', 'frame'].includes(name))).toEqual([])
  },
)

it('the sign-in page loads neither the frame of the dashboard nor what only people who are invited see', () => {
  const loaded = listLoaded('SignInPage')
  expect(loaded).toContain('forms')
  expect([...loaded].filter((name) => ['frame', 'notify', 'TeamInvitation'].includes(name))).toEqual([])
})
