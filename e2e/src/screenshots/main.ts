/**
 * Photographs every screen as people see it, and looks for what keeps them from using it: `npm run screenshots`.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../chromium.ts'
import { projectFolder } from '../processes.ts'
import { createProgramCleanup } from '../program-cleanup.ts'
import { findFaults } from './faults.ts'
import { listScenes, type Scene } from './scenes.ts'
import { writeSheets } from './sheet.ts'
import { isSeen, looks, setLook, Stage } from './stage.ts'
import { createWorld } from './world.ts'

const usage = `npm run screenshots [-- options]

Starts an installation, lets people use it, and photographs every screen in light and dark, on a desktop and on a phone,
into screenshots/, with contact sheets. Exits with 1 when axe finds a violation, or a page scrolls sideways.

  --only TEXT     only scenes whose name or route has this in it; may be given more than once
  --look NAME     only ${looks.map(({ name }) => name).join(', ')}; may be given more than once
  --output FOLDER where the pictures go (screenshots)
  --help          print this`

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    look: { type: 'string', multiple: true },
    output: { type: 'string', default: join(projectFolder, 'screenshots') },
    help: { type: 'boolean', default: false },
  },
})

const cleanup = createProgramCleanup()

async function main(): Promise<number> {
  const wantedLooks = looks.filter(({ name }) => values.look?.includes(name) ?? true)
  await rm(values.output, { recursive: true, force: true })
  await mkdir(values.output, { recursive: true })
  const [browser, world] = await Promise.all([launchBrowser(), createWorld(cleanup)])
  cleanup.defer(() => browser.close())

  const scenes = listScenes(world).filter(({ name, path }) =>
    values.only.some((text) => name.includes(text) || path.includes(text)),
  )
  if (scenes.length === 0) throw new Error(`No scene has ${values.only.join(' or ')} in its name or route.`)
  const stage = new Stage(browser, world)
  let faultCount = 0
  for (const scene of scenes) {
    const seen = wantedLooks.filter((look) => isSeen(scene, look))
    const page = await stage.show(scene, seen)
    for (const look of seen) {
      await setLook(page, look)
      await page.screenshot({ path: fileOf(scene, look.name), fullPage: !scene.overlay })
      const faults = await findFaults(page)
      faultCount += faults.length
      for (const fault of faults) process.stdout.write(`${scene.name} (${look.name}): ${fault}\n`)
    }
  }
  for (const look of wantedLooks) {
    const files = scenes.filter((scene) => isSeen(scene, look)).map((scene) => fileOf(scene, look.name))
    const grid =
      look.width > 700 ? { columns: 3, columnWidth: 640, count: 6 } : { columns: 6, columnWidth: 300, count: 12 }
    await writeSheets(browser, values.output, look.name, files, grid)
  }
  process.stdout.write(`${scenes.length} scenes are in ${values.output}; ${faultCount} faults\n`)
  return faultCount === 0 ? 0 : 1
}

const fileOf = ({ name }: Scene, look: string) => join(values.output, `${name}.${look}.png`)

if (values.help) {
  process.stdout.write(`${usage}\n`)
} else {
  try {
    process.exitCode = await main()
  } finally {
    await cleanup.end()
  }
}
